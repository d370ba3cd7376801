import { directExecutor } from '../../../../src/adapters/executors/direct/direct.ts';
import { executorContract } from '../../../contracts/executor.ts';

executorContract('direct', directExecutor);
