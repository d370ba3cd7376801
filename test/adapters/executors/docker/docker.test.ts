import { dockerExecutor } from '../../../../src/adapters/executors/docker/docker.ts';
import { executorContract } from '../../../contracts/executor.ts';
import { dockerHouse } from './docker-house.ts';

const { skip, options } = await dockerHouse();
const { image, socketPath = '' } = options;

executorContract('docker', more => dockerExecutor({ ...more, image, socketPath }), skip, [socketPath, image]);
