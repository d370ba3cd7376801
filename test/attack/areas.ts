/** All areas, in the order in which they are tried. */
import type { Area } from './area.ts';
import { browserEscapes } from './browser-escapes.ts';
import { encodedSecrets } from './encoded-secrets.ts';
import { evaluatedPrograms } from './evaluated-programs.ts';
import { fileRaces } from './file-races.ts';
import { floods } from './floods.ts';
import { forgedApprovals } from './forged-approvals.ts';
import { hostileDirect, hostileOnBubblewrap, hostileOnDocker } from './hostile-commands.ts';
import { packageEgress } from './package-egress.ts';
import { pageAttacks } from './page-attacks.ts';
import { rawHttp } from './raw-http.ts';
import { rebinding } from './rebinding.ts';
import { bubblewrapEscapes, dockerEscapes } from './sandbox-escapes.ts';
import { standingApprovals } from './standing-approvals.ts';
import { streamExhaustion } from './stream-exhaustion.ts';

export const areas: readonly Area[] = [
  ...[bubblewrapEscapes, dockerEscapes, fileRaces, standingApprovals, forgedApprovals],
  ...[hostileOnBubblewrap, hostileOnDocker, hostileDirect],
  ...[rawHttp, streamExhaustion, rebinding, packageEgress],
  ...[evaluatedPrograms, encodedSecrets, pageAttacks, browserEscapes, floods],
];
