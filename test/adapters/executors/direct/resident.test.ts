import { directExecutor } from '../../../../src/adapters/executors/direct/direct.ts';
import { residentContract } from '../../../contracts/residents.ts';

residentContract('direct', directExecutor);
