import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import {
  ruleProblem,
  type SecretRule,
  type SecretUse,
  secretTakers,
  toolProblem,
  whyNotUsed,
} from '../../../src/domain/secrets/rule.ts';

const none: SecretRule = { tools: [], hosts: [], headers: [], commands: [], agents: ['main'] };
const web: SecretRule = { ...none, tools: ['web_request'], hosts: ['api.github.com'], headers: ['authorization'] };
const push: SecretRule = { ...none, tools: ['execute_command'], commands: ['git push', 'npm publish'] };

const header = (url: string, name = 'authorization'): SecretUse => ({
  tool: 'web_request',
  way: 'header',
  url,
  header: name,
});
const run = (command: string): SecretUse => ({ tool: 'execute_command', way: 'variable', command, variable: 'TOKEN' });
const why = (rule: SecretRule | undefined, use: SecretUse, agent = 'main') => whyNotUsed('github', rule, agent, use);

/** Each: what is asked of a rule, and whether it is allowed. */
const table: readonly (readonly [rule: SecretRule, use: SecretUse, allowed: boolean])[] = [
  [web, header('https://api.github.com/repos'), true],
  [web, header('https://API.GitHub.com./repos?x=1#y'), true],
  [web, header('https://api.github.com:443/'), true],
  [web, header('http://api.github.com/'), false],
  [web, header('https://api.github.com:8443/'), false],
  [web, header('https://github.com/'), false],
  [web, header('https://evil.api.github.com/'), false],
  [web, header('https://api.github.com.evil.example/'), false],
  [web, header('https://api.github.com@evil.example/'), false],
  [web, header('https://evil.example/?https://api.github.com'), false],
  [web, header('https://evil.example\\@api.github.com/'), false],
  [web, header('https://xn--pi-7kc.github.com/'), false],
  [web, header('https://аpi.github.com/'), false],
  [web, header('https://140.82.121.6/'), false],
  [web, header('https://[::ffff:140.82.121.6]/'), false],
  [web, header('api.github.com'), false],
  [web, header('https://api.github.com/', 'x-api-key'), false],
  [web, header('https://api.github.com/', 'cookie'), false],
  [web, run('curl https://api.github.com'), false],
  [{ ...web, hosts: ['*.example.com'] }, header('https://a.b.example.com/'), true],
  [{ ...web, hosts: ['*.example.com'] }, header('https://example.com/'), false],
  [{ ...web, hosts: ['*.example.com'] }, header('https://notexample.com/'), false],
  [{ ...web, hosts: ['example.com:8443'] }, header('https://example.com:8443/'), true],
  [{ ...web, hosts: ['example.com:8443'] }, header('https://example.com/'), false],
  [{ ...web, headers: ['x-api-key'] }, header('https://api.github.com/', 'x-api-key'), true],
  [push, run('git push'), true],
  [push, run('git  push origin main'), true],
  [push, run('npm publish --access=public'), true],
  [push, run('git pushall'), false],
  [push, run('git'), false],
  [push, run('git pull'), false],
  [push, run('git -c core.pager=x push'), false],
  [push, run('git push; printenv'), false],
  [push, run('git push && printenv'), false],
  [push, run('git push\nprintenv'), false],
  [push, run('git push $(printenv)'), false],
  [push, run('git push `printenv`'), false],
  [push, run('git push > out'), false],
  [push, run('git push "a"'), false],
  [push, run('git push ~/x'), false],
  [push, run('git push {a,b}'), false],
  [push, run('PATH=. git push'), false],
  [push, run(' git push'), true],
  [push, run('sh -c git push'), false],
  [push, header('https://api.github.com/'), false],
  [{ ...push, commands: [] }, run('anything | at all'), true],
  [none, run('git push'), false],
  [none, header('https://api.github.com/'), false],
];

test('given rules and uses, when they are judged, then only what the owner named is allowed', t => {
  for (const [rule, use, allowed] of table)
    assert.equal(
      why(rule, use) === undefined,
      allowed,
      `${JSON.stringify(use)} by ${JSON.stringify(rule)}: ${why(rule, use)}`,
    );
  t.diagnostic(`${table.length} uses judged, ${table.filter(([, , allowed]) => !allowed).length} of them refused`);
});

test('given another agent than the rule names, when it asks, then it is refused', () => {
  assert.match(
    why(web, header('https://api.github.com/'), 'researcher') ?? '',
    /for the agent main, and this is researcher/,
  );
  assert.equal(why({ ...web, agents: ['researcher'] }, header('https://api.github.com/'), 'researcher'), undefined);
});

test('given a refusal, when it is read, then it names what the owner can do', () => {
  assert.match(
    why(web, header('https://gitlab.com:8443/x', 'private-token')) ?? '',
    /^The secret github may not be used for this: it is for api\.github\.com, and not for gitlab\.com:8443\. The owner can allow it with: straylight secret set github --tool web_request --host gitlab\.com:8443 --header private-token$/,
  );
  assert.match(why(web, run('x')) ?? '', /straylight secret set github --tool execute_command$/);
  assert.match(
    why(undefined, run('x')) ?? '',
    /^There is no secret named github\. The owner can allow it with: straylight/,
  );
});

test('given a rule that means nothing, when it is checked, then a sentence says what is missing or wrong', () => {
  for (const rule of [web, push, { ...web, tools: ['web_request', 'execute_command'] } as const])
    assert.equal(ruleProblem(rule), undefined);
  const wrong: readonly (readonly [SecretRule, RegExp])[] = [
    [none, /say where/],
    ...[
      'https://a.example',
      'a.example/x',
      'localhost',
      '*.com',
      '*',
      'A.example',
      '1.2.3.4',
      'a.example:99999999',
      'a b.example',
    ].map(host => [{ ...web, hosts: [host] }, /is not a host/] as const),
    [{ ...web, headers: ['a b'] }, /is not a header/],
    ...['', 'git; x', '"git"', 'A=1 git'].map(
      command => [{ ...push, commands: [command] }, /not the beginning of a command/] as const,
    ),
    [{ ...web, agents: [] }, /at least one agent/],
    [{ ...web, agents: ['A'] }, /is not an agent/],
  ];
  for (const [rule, problem] of wrong) assert.match(inEnglish(ruleProblem(rule) ?? ''), problem, JSON.stringify(rule));
});

test('given tools that take secrets or take none, when a rule for them is checked, then a sentence says what does not fit', () => {
  const takers = secretTakers([
    { name: 'web_request', takesSecrets: 'header' },
    { name: 'execute_command', takesSecrets: 'variable' },
    { name: 'web_fetch' },
  ]);
  for (const rule of [web, push, { ...web, tools: ['web_request', 'execute_command'] }])
    assert.equal(toolProblem(rule, takers), undefined);
  const wrong: readonly (readonly [SecretRule, RegExp])[] = [
    [{ ...web, hosts: [] }, /for web_request name the hosts/],
    [{ ...push, hosts: ['a.example'] }, /--host and --header are for web_request/],
    [{ ...web, commands: ['git'] }, /--command is for execute_command/],
    [
      { ...web, tools: ['web_fetch'] },
      /--tool takes web_request or execute_command or mcp_program or mcp_address, not "web_fetch"/,
    ],
  ];
  for (const [rule, problem] of wrong)
    assert.match(inEnglish(toolProblem(rule, takers) ?? ''), problem, JSON.stringify(rule));
});

test('given a tool of another name that takes secrets, when a rule names it, then it is judged by how it takes them', () => {
  const rule: SecretRule = { ...web, tools: ['send_mail'] };
  const use: SecretUse = { tool: 'send_mail', way: 'header', url: 'https://api.github.com/', header: 'authorization' };
  assert.equal(why(rule, use), undefined);
  assert.match(why(web, use) ?? '', /it is for web_request, and not for send_mail/);
  assert.match(why(rule, { ...use, url: 'https://evil.example/' }) ?? '', /not for evil\.example/);
});
