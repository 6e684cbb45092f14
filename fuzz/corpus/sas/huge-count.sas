begin_version
3
end_version
begin_metric
1
end_metric
1000000000000000000
begin_variable
var0
-1
3
Atom at(boat, quay)
Atom at(boat, sea)
<none of those>
end_variable
begin_variable
var1
-1
2
Atom lit(lamp)
NegatedAtom lit(lamp)
end_variable
begin_variable
var2
-1
2
Atom tied(boat)
NegatedAtom tied(boat)
end_variable
begin_variable
var3
0
2
Atom visible(boat)
NegatedAtom visible(boat)
end_variable
begin_variable
var4
1
2
Atom lost(boat)
NegatedAtom lost(boat)
end_variable
2
begin_mutex_group
2
0 1
2 0
end_mutex_group
begin_mutex_group
3
0 0
0 1
1 0
end_mutex_group
begin_state
0
1
0
1
1
end_state
begin_goal
2
0 1
4 1
end_goal
3
begin_operator
sail boat
1
3 0
2
0 0 0 1
1 1 1 2 0 1
7
end_operator
begin_operator
light lamp
0
1
0 1 1 0
0
end_operator
begin_operator
drift boat
0
3
2 1 0 2 1 0 -1 1
1 1 1 0 -1 2
0 2 0 1
4294967295
end_operator
4
begin_rule
1
1 0
3 1 0
end_rule
begin_rule
2
0 0
2 0
3 1 0
end_rule
begin_rule
1
3 1
4 1 0
end_rule
begin_rule
2
3 0
4 0
4 1 0
end_rule
