// The libraries of VS Code's PDDL extension read what the planner prints, the plan file, and the answers of the service, and run
// `check` as the guide says.
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import assert from 'node:assert/strict';

const [binary, examples, folder, url, guide] = process.argv.slice(2);
const require = createRequire(folder + '/');
const workspace = require('pddl-workspace');
const { parser } = workspace;
const { Parser, ProblemPattern } = require('ai-planning-val');

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

// With the settings of the guide, and the patterns of the extension that need no settings.
const syntax = readFileSync(guide, 'utf8').match(/"pddlParser\.executableOptions": "(.*)"/)[1];
class Configured extends Parser {
    getSyntax() {
        return syntax.split(' ');
    }

    createPatternMatchers({ fileNameMap }) {
        const pattern = '/(error|warning) at line (\\d+), column (\\d+), file \\(($(filePaths))\\)\\s*:\\s*(.+)/ig/4,1,2,3,5';
        return [new ProblemPattern(pattern, fileNameMap.getFilePaths())];
    }
}
async function marks(domain, problem) {
    const file = (text, uri) => ({ getText: () => text, name: 'alpine', fileUri: uri });
    // What the extension does not show, it prints.
    console.warn = () => undefined;
    const found = await new Configured({ executablePath: binary })
        .validate(file(domain, 'domain'), problem && file(problem, 'problem'));
    const told = one => `${one.severity} ${one.range.start.line}:${one.range.start.character} ${one.problem}`;
    return ['domain', 'problem'].flatMap(uri => (found.get(uri) ?? []).map(one => `${uri}: ${told(one)}`));
}
assert.deepEqual(await marks(domainText, problemText), []);
// The extension makes up an empty problem for a domain alone.
assert.deepEqual(await marks(domainText), []);
const wrongText = problemText.replace('(stocked hut1', '(stoked hut1');
assert.notEqual(wrongText, problemText);
const wrong = await marks(domainText, wrongText);
assert.equal(wrong.length, 1, wrong.join('\n'));
assert.match(wrong[0], /^problem: error \d+:\d+ undeclared predicate/);
console.log(`ai-planning-val: a mistake is marked, and nothing else: ${wrong[0]}`);
