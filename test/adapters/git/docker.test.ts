/** Git as a tool where Docker is the sandbox: a real engine, and what is said where its image holds no git. */
import assert from 'node:assert/strict';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import { test } from '../../slow.ts';
import { dockerAgent } from '../executors/docker/docker-agent.ts';
import { exchanged } from './git-story.ts';
import { gitWorld } from './git-world.ts';

const { skip, options } = await dockerAgent();

const inDocker: Parameters<typeof gitWorld>[1] = async folders => ({
  executor: dockerExecutor({ ...options, ...folders }),
});

test('given Docker as the sandbox, when a repository is cloned, changed, committed and pushed, then the server has it', {
  skip,
}, async t => {
  const world = await gitWorld(t, inDocker);
  await exchanged(world);
});

test('given an image without git, when a tool needs it, then one sentence says what to do', { skip }, async t => {
  const world = await gitWorld(t, async folders => {
    const { executor } = await inDocker(folders);
    return {
      executor: {
        ...executor,
        execute: command => executor.execute({ ...command, command: `PATH=/nothing; ${command.command}` }),
      },
    };
  });
  world.has('plan/notes.txt', 'roses\n');
  const thrown = await world.use('git_status', { path: 'plan' }).catch(toFailure);
  assert.match(JSON.stringify(thrown), /Docker image/);
});
