/** All areas, in the order in which they are tried. */

import { agentRights } from './agents/agent-rights.ts';
import { forgedApprovals } from './approvals/forged-approvals.ts';
import { standingApprovals } from './approvals/standing-approvals.ts';
import { swappedInBubblewrap, swappedRuns } from './approvals/swapped-runs.ts';
import type { Area } from './area.ts';
import { browserEscapes } from './browser/browser-escapes.ts';
import { evaluatedPrograms } from './commands/evaluated-programs.ts';
import { hostileDirect, hostileOnBubblewrap, hostileOnDocker } from './commands/hostile-commands.ts';
import { packageEgress } from './egress/package-egress.ts';
import { rebinding } from './egress/rebinding.ts';
import { fileRaces } from './file-races.ts';
import { floods } from './floods/floods.ts';
import { foldersInBubblewrap, foldersInDocker } from './folders/let-in-folders.ts';
import { rawHttp } from './http/raw-http.ts';
import { streamExhaustion } from './http/stream-exhaustion.ts';
import { modelWays } from './models/model-ways.ts';
import { pageAttacks } from './page/page-attacks.ts';
import { privateDirect, privateOnBubblewrap, privateOnDocker } from './private/private-files.ts';
import { recordsDirect, recordsInBubblewrap } from './records/records.ts';
import { bubblewrapEscapes, dockerEscapes } from './sandbox-escapes.ts';
import { encodedSecrets } from './secrets/encoded-secrets.ts';

import { falseLinks } from './texts/false-links.ts';
import { paddedCards } from './texts/padded-cards.ts';

export const areas: readonly Area[] = [
  ...[
    bubblewrapEscapes,
    dockerEscapes,
    fileRaces,
    standingApprovals,
    forgedApprovals,
    swappedRuns,
    swappedInBubblewrap,
  ],
  ...[hostileOnBubblewrap, hostileOnDocker, hostileDirect],
  ...[rawHttp, streamExhaustion, rebinding, packageEgress, modelWays],
  ...[recordsInBubblewrap, recordsDirect],
  ...[privateOnBubblewrap, privateOnDocker, privateDirect],
  ...[foldersInBubblewrap, foldersInDocker],
  agentRights,
  ...[evaluatedPrograms, encodedSecrets, paddedCards, falseLinks, pageAttacks, browserEscapes, floods],
];
