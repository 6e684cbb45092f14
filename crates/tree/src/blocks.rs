//! Lists of nodes that grow and shrink, in one vector.

/// A list of nodes in the vector of a [`Blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Block {
    start: u32,
    len: u32,
    /// Room for 2 to this power; meaningless if there is nothing.
    class: u8,
}

impl Block {
    /// Number of nodes in it.
    pub fn len(self) -> usize {
        self.len as usize
    }

    fn capacity(self) -> u32 {
        if self.len == 0 { 0 } else { 1 << self.class }
    }
}

/// Lists of nodes. Each has room for a power of two, and rooms that were left are used again.
#[derive(Debug, Default)]
pub struct Blocks {
    nodes: Vec<u32>,
    /// Where rooms of each power of two are free.
    free: [Vec<u32>; 32],
}

impl Blocks {
    /// The nodes of a list.
    pub fn get(&self, block: Block) -> &[u32] {
        &self.nodes[block.start as usize..block.start as usize + block.len()]
    }

    /// Appends nodes to a list.
    pub fn extend(&mut self, block: &mut Block, nodes: &[u32]) {
        if nodes.is_empty() {
            return;
        }
        let len = block.len + nodes.len() as u32;
        if len > block.capacity() {
            self.move_to_larger(block, len);
        }
        let end = block.start as usize + block.len();
        self.nodes[end..end + nodes.len()].copy_from_slice(nodes);
        block.len = len;
    }

    fn move_to_larger(&mut self, block: &mut Block, len: u32) {
        let class = (u32::BITS - (len - 1).leading_zeros()) as u8;
        let start = self.free[class as usize].pop().unwrap_or_else(|| {
            let start = self.nodes.len() as u32;
            self.nodes.resize(self.nodes.len() + (1 << class), 0);
            start
        });
        let old = block.start as usize..block.start as usize + block.len();
        self.nodes.copy_within(old, start as usize);
        let len = block.len;
        self.release(*block);
        *block = Block { start, len, class };
    }

    /// Keeps only the nodes of a list that are wanted, in their order.
    pub fn retain(&mut self, block: &mut Block, wanted: impl Fn(u32) -> bool) {
        let start = block.start as usize;
        let mut kept = 0;
        for place in 0..block.len() {
            let node = self.nodes[start + place];
            if wanted(node) {
                self.nodes[start + kept] = node;
                kept += 1;
            }
        }
        if kept == 0 {
            self.release(*block);
            *block = Block::default();
        } else {
            block.len = kept as u32;
        }
    }

    /// Gives the room of a list back.
    pub fn release(&mut self, block: Block) {
        if block.len > 0 {
            self.free[block.class as usize].push(block.start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_are_those_of_vectors(
            steps in proptest::collection::vec((0..8_usize, 0..40_u32, any::<bool>()), 0..200),
        ) {
            let mut blocks = Blocks::default();
            let mut lists = [Block::default(); 8];
            let mut plain: [Vec<u32>; 8] = Default::default();
            for (list, number, grows) in steps {
                if grows {
                    let nodes: Vec<u32> = (0..number).map(|n| n * 7 % 40).collect();
                    blocks.extend(&mut lists[list], &nodes);
                    plain[list].extend(nodes);
                } else {
                    blocks.retain(&mut lists[list], |node| node > number);
                    plain[list].retain(|&node| node > number);
                }
                for (list, plain) in lists.iter().zip(&plain) {
                    prop_assert_eq!(blocks.get(*list), &plain[..]);
                }
            }
        }
    }
}
