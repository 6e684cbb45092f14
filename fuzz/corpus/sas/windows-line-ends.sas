begin_version
3
end_version
begin_metric
0
end_metric
1
begin_variable
var0
-1
2
Atom p()
NegatedAtom p()
end_variable
0
begin_state
1
end_state
begin_goal
1
0 0
end_goal
1
begin_operator
set
0
1
0 0 -1 0
1
end_operator
0