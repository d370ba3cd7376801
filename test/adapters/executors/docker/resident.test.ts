import { dockerExecutor } from '../../../../src/adapters/executors/docker/docker.ts';
import { residentContract } from '../../../contracts/residents.ts';
import { dockerAgent } from './docker-agent.ts';

const { skip, options } = await dockerAgent();
const { image, socketPath = '' } = options;

residentContract('docker', more => dockerExecutor({ ...more, image, socketPath }), skip, [socketPath, image]);
