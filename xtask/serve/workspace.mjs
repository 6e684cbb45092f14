// The library of VS Code's PDDL extension reads what the planner prints, the plan file, and the answers of the service.
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import assert from 'node:assert/strict';

const [binary, examples, folder, url] = process.argv.slice(2);
const require = createRequire(folder + '/');
const workspace = require('pddl-workspace');
const { parser } = workspace;

const domainFile = `${examples}/alpine/domain.pddl`, problemFile = `${examples}/alpine/p01.pddl`;
const domainText = readFileSync(domainFile, 'utf8'), problemText = readFileSync(problemFile, 'utf8');

function read(text) {
    const output = new parser.PddlPlannerOutputParser(undefined, undefined, { epsilon: 1e-3 });
    output.appendBuffer(text);
    output.onPlanFinished();
    return output.getPlans();
}

function checkPlan(what, plans) {
    assert.equal(plans.length, 1, `${what}: ${plans.length} plans`);
    assert.equal(plans[0].steps.length, 4, what);
    assert.equal(plans[0].steps[0].actionName, 'load', what);
    assert.equal(plans[0].cost ?? plans[0].metric, 4, `${what}: cost`);
    assert.ok(plans[0].statesEvaluated > 0, `${what}: states evaluated`);
    console.log(`pddl-workspace: ${what}: ${plans[0].steps.length} steps, cost ${plans[0].cost ?? plans[0].metric}, `
        + `${plans[0].statesEvaluated} states evaluated`);
}

const scratch = mkdtempSync(tmpdir() + '/extremal-');
const stdout = execFileSync(binary, ['solve', domainFile, problemFile], { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
checkPlan('the output of the command line', read(stdout));
checkPlan('the plan file', read(readFileSync(`${scratch}/sas_plan`, 'utf8')));

async function post(path, body) {
    const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type'), /^application\/json/);
    return answer.json();
}
const accepted = await post('/package/extremal/solve', { domain: domainText, problem: problemText });
let result;
do {
    await new Promise(resolve => setTimeout(resolve, 50));
    result = await post(accepted.result, undefined);
} while (result.status === 'PENDING');
assert.equal(result.status, 'ok');
checkPlan('the output of the service', read(result.result.stdout));
const adapted = await post(accepted.result, { adaptor: 'planning_editor_adaptor' });
checkPlan('the output of the adaptor', read(adapted.plans[0].result.output));
for (const text of Object.values(result.result.output)) {
    checkPlan('the plan file of the service', read(text));
}
