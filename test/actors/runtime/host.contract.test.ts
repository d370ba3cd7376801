import { hostContract } from '../../contracts/host.ts';
import { kind } from './host-kind.ts';

hostContract(kind);
