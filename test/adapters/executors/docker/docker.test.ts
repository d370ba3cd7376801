import { dockerExecutor } from '../../../../src/adapters/executors/docker/docker.ts';
import { executorContract } from '../../../contracts/executor.ts';
import { dockerAgent } from './docker-agent.ts';

const { skip, options } = await dockerAgent();
const { image, socketPath = '' } = options;

executorContract('docker', more => dockerExecutor({ ...more, image, socketPath }), skip, [socketPath, image]);
