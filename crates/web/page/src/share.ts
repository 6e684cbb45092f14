// Links that contain the task and the settings: JSON, deflated, in the part of the address that is never sent.

import type { Settings } from "./protocol.ts";

export interface Shared {
  domain: string;
  problem: string;
  searches: Settings[];
  compare: boolean;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const blob = new Blob([bytes]);
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
}

/** The text after `#`. */
export async function encode(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let binary = "";
  for (let at = 0; at < packed.length; at += 8192) binary += String.fromCharCode(...packed.subarray(at, at + 8192));
  return `task=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** What a link contains; nothing if it is not one of ours, or broken. */
export async function decode(fragment: string): Promise<Shared | null> {
  const match = /^#?task=([\w-]+)$/.exec(fragment);
  if (!match) return null;
  try {
    const binary = atob(match[1].replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
    const shared = JSON.parse(text) as Shared;
    return typeof shared.domain === "string" && typeof shared.problem === "string" && Array.isArray(shared.searches) ? shared : null;
  } catch {
    return null;
  }
}
