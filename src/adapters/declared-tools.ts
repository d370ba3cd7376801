/** What every tool that comes with Straylight says of itself: a line each. No home is needed for it. */

import type { ToolDeclaration } from '../domain/tools/declaration.ts';
import { codeDeclaration } from '../domain/workers/worker.ts';
import { agentStatusDeclaration } from './tools/agent-status.ts';
import { delegateDeclaration } from './tools/agents/delegate.ts';
import { runPlanDeclaration } from './tools/agents/run-plan.ts';
import { askOwnerDeclaration, requestSecretDeclaration } from './tools/ask-owner.ts';
import { browserDeclaration } from './tools/browser.ts';
import {
  contextInspectDeclaration,
  subscribeDeclaration,
  turnTasksDeclaration,
  unsubscribeDeclaration,
} from './tools/context/subscribe.ts';
import { createToolDeclaration } from './tools/create-tool.ts';
import { deleteToolDeclaration } from './tools/delete-tool.ts';
import { editFileDeclaration } from './tools/edit-file.ts';
import { executeCommandDeclaration } from './tools/execute-command.ts';
import { applyPatchDeclaration, archiveDeclaration, moveFileDeclaration } from './tools/files/change.ts';
import { inspectPathDeclaration, queryDataDeclaration } from './tools/files/look.ts';
import {
  gitBranchDeclaration,
  gitCommitDeclaration,
  gitDiffDeclaration,
  gitLogDeclaration,
  gitStatusDeclaration,
} from './tools/git/local.ts';
import { gitCloneDeclaration, gitFetchDeclaration, gitPushDeclaration } from './tools/git/remote.ts';
import { goalsDeclaration } from './tools/goals.ts';
import {
  cancelJobDeclaration,
  listJobsDeclaration,
  scheduleJobDeclaration,
  updateJobDeclaration,
} from './tools/jobs.ts';
import { listFilesDeclaration } from './tools/list-files.ts';
import { earlierResultDeclaration } from './tools/memory/earlier-result.ts';
import { memoryForgetDeclaration } from './tools/memory/forget.ts';
import { forgetWordsDeclaration } from './tools/memory/forget-words.ts';
import { memoryReadDeclaration } from './tools/memory/read.ts';
import { memorySaveDeclaration } from './tools/memory/save.ts';
import { memorySearchDeclaration } from './tools/memory/search.ts';
import { memoryUpdateDeclaration } from './tools/memory/update.ts';
import { processDeclaration, processLogDeclaration } from './tools/processes/process.ts';
import { readFileDeclaration } from './tools/read-file.ts';
import { revertToolDeclaration } from './tools/revert-tool.ts';
import { searchFilesDeclaration } from './tools/search-files.ts';
import { sendFileDeclaration } from './tools/send-file.ts';
import { showToolDeclaration } from './tools/show-tool.ts';
import { createSkillDeclaration } from './tools/skills/create-skill.ts';
import { loadSkillDeclaration } from './tools/skills/load-skill.ts';
import { runSkillScriptDeclaration } from './tools/skills/run-skill-script.ts';
import { undoTurnDeclaration } from './tools/undo-turn.ts';
import { webFetchDeclaration } from './tools/web-fetch.ts';
import { webRequestDeclaration } from './tools/web-request.ts';
import { webSearchDeclaration } from './tools/web-search.ts';
import { writeFileDeclaration } from './tools/write-file.ts';

export const declaredTools: readonly ToolDeclaration[] = [
  memorySaveDeclaration,
  memorySearchDeclaration,
  memoryReadDeclaration,
  earlierResultDeclaration,
  memoryUpdateDeclaration,
  memoryForgetDeclaration,
  forgetWordsDeclaration,
  executeCommandDeclaration,
  readFileDeclaration,
  writeFileDeclaration,
  editFileDeclaration,
  listFilesDeclaration,
  searchFilesDeclaration,
  sendFileDeclaration,
  webFetchDeclaration,
  webRequestDeclaration,
  webSearchDeclaration,
  browserDeclaration,
  askOwnerDeclaration,
  createToolDeclaration,
  deleteToolDeclaration,
  revertToolDeclaration,
  showToolDeclaration,
  scheduleJobDeclaration,
  updateJobDeclaration,
  cancelJobDeclaration,
  listJobsDeclaration,
  goalsDeclaration,
  undoTurnDeclaration,
  agentStatusDeclaration,
  loadSkillDeclaration,
  runSkillScriptDeclaration,
  createSkillDeclaration,
  processDeclaration,
  processLogDeclaration,
  delegateDeclaration,
  moveFileDeclaration,
  applyPatchDeclaration,
  archiveDeclaration,
  inspectPathDeclaration,
  queryDataDeclaration,
  subscribeDeclaration,
  unsubscribeDeclaration,
  turnTasksDeclaration,
  contextInspectDeclaration,
  runPlanDeclaration,
  gitStatusDeclaration,
  gitLogDeclaration,
  gitDiffDeclaration,
  gitCommitDeclaration,
  gitBranchDeclaration,
  gitCloneDeclaration,
  gitFetchDeclaration,
  gitPushDeclaration,
  requestSecretDeclaration,
  codeDeclaration,
];
