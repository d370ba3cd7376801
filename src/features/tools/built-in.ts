/** The tools Straylight comes with. */

import { join } from 'node:path';
import type { Config } from '../../../config/load.ts';
import { findBrowser } from '../../adapters/browser/launch.ts';
import { domainTrust } from '../../adapters/fetcher/domain-trust.ts';
import { fileTaint } from '../../adapters/files/file-taint.ts';
import { movedTrust } from '../../adapters/files/moved-trust.ts';
import { privateFiles } from '../../adapters/files/private-files.ts';
import { readTrust } from '../../adapters/files/read-trust.ts';
import { recordFiles, type SettingsJobs } from '../../adapters/files/record-files.ts';
import type { GitExchange } from '../../adapters/git/exchange.ts';
import type { ReadDocument } from '../../adapters/pages/document-text.ts';
import type { PageReaders } from '../../adapters/pages/page-text.ts';
import { lazyRunFiles } from '../../adapters/run-files/lazy-run-files.ts';
import { askOwner } from '../../adapters/tools/ask-owner.ts';
import { browserTool } from '../../adapters/tools/browser.ts';
import { editFileTool } from '../../adapters/tools/edit-file.ts';
import { executeCommandTool } from '../../adapters/tools/execute-command.ts';
import { fileWorkTools } from '../../adapters/tools/files/change.ts';
import { fileLookTools } from '../../adapters/tools/files/look.ts';
import { lazyGit, localGitTools } from '../../adapters/tools/git/local.ts';
import { remoteGitTools } from '../../adapters/tools/git/remote.ts';
import { listFilesTool } from '../../adapters/tools/list-files.ts';
import { type ReadPictureText, readFileTool } from '../../adapters/tools/read-file.ts';
import { searchFilesTool } from '../../adapters/tools/search-files.ts';
import { sendFileTool } from '../../adapters/tools/send-file.ts';
import { webFetchTool } from '../../adapters/tools/web-fetch.ts';
import { webRequestTool } from '../../adapters/tools/web-request.ts';
import { writeFileTool } from '../../adapters/tools/write-file.ts';
import { privateNames } from '../../domain/privacy/private-names.ts';
import { defined } from '../../domain/text/json.ts';
import type { Channel } from '../../ports/channel.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { ConfinedFiles, LetInFolder } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import type { TrustLedger } from '../../ports/ledgers/egress.ts';
import type { FileLedger } from '../../ports/ledgers/file.ts';
import type { SecretAccess } from '../../ports/secrets/access.ts';
import type { Tool } from '../../ports/tool.ts';
import type { Browser } from '../../ports/web/browser.ts';
import type { DomainTrust } from '../../ports/web/domain-trust.ts';
import type { Fetcher } from '../../ports/web/fetcher.ts';
import type { Features } from '../feature.ts';

export interface BuiltIn {
  readonly tools: readonly Tool[];
  /** Ends what they hold. */
  close(): Promise<void>;
}

export function builtInTools(options: {
  readonly config: Config;
  readonly letIn: readonly LetInFolder[];
  readonly network: Features['network'];
  readonly executor: Executor;
  readonly files: ConfinedFiles;
  readonly fetcher: Fetcher;
  readonly ledger: TrustLedger;
  readonly fileLedger: FileLedger;
  readonly acts: Acts;
  readonly channel: (name: string) => Channel | undefined;
  readonly secrets: SecretAccess;
  readonly redact: (text: string) => string;
  readonly settingsJobs: SettingsJobs;
}): BuiltIn {
  const { config, letIn, network, executor, files, fetcher, ledger, channel, secrets, redact } = options;
  const { clock } = network;
  const { maxOutputBytes, commandTimeoutMs: timeoutMs } = config.limits;
  const { allowedDomains: allowed, alwaysApproveDomains: alwaysApprove, blockedDomains: blocked } = config.egress;
  const isDirect = executor.kind === 'direct';
  const lists = { allowed, alwaysApprove, blocked, own: network.ownNetwork.hosts };
  const trust = domainTrust({ lists, ledger, now: clock.now, isDirect });
  const pdf = lazyPdf(clock);
  const document = lazyDocument(clock);
  const readers: PageReaders = { html, pdf };
  const fileTrust = fileTaint(options.fileLedger, {
    files,
    now: clock.now,
    // without a sandbox a command could reach the record of its own acts
    acts: isDirect ? undefined : options.acts,
  });
  const records = recordFiles({ files, trust: fileTrust, settings: options.settingsJobs });
  const { workspace, scripts } = config.paths;
  const privacy = privateFiles(privateNames(config.sandbox.private), { workspace, scripts }, clock, letIn);
  const browser = browserOf(config, network, files, trust);
  return {
    tools: [
      executeCommandTool(executor, {
        timeoutMs,
        maxOutputBytes,
        secrets,
        redact,
        filesTrust: readTrust(files, fileTrust),
        movedTrust: movedTrust(files, fileTrust),
        privacy,
        letIn,
        runFiles: lazyRunFiles({
          folders: config.paths,
          letIn,
          seen: executor.folders,
          isDirect,
          paths: files,
          trust: fileTrust,
          home: isDirect ? 'workspace' : executor.kind === 'bubblewrap' ? 'empty' : 'kept',
        }),
      }),
      readFileTool(files, {
        maxOutputBytes,
        pdf,
        document,
        privacy,
        ...defined({ ocr: isDirect ? undefined : lazyOcr(executor) }),
        trust: fileTrust,
      }),
      writeFileTool(files, fileTrust, records, privacy),
      editFileTool(files, fileTrust, records, privacy),
      listFilesTool(files, { maxOutputBytes }),
      searchFilesTool(files, { maxOutputBytes, clock, privacy, trust: fileTrust }),
      sendFileTool(files, channel, privacy),
      webFetchTool(fetcher, { trust, readers, maxOutputBytes }),
      webRequestTool(fetcher, { trust, readers, maxOutputBytes, secrets, redact }),
      ...(browser ? [browserTool(browser, { trust, maxOutputBytes })] : []),
      askOwner,
      ...fileWorkTools({ files, trust: fileTrust, privacy }),
      ...fileLookTools({ files, trust: fileTrust, privacy, document, maxOutputBytes }),
      ...(isDirect ? [] : gitTools({ ...options, trust, privacy })),
    ],
    close: async () => browser?.close(),
  };
}

/** What reads documents and pictures is loaded with the first. */
function lazyPdf(clock: Clock): NonNullable<PageReaders['pdf']> {
  return async (...given) => (await import('../../adapters/pages/pdf-text.ts')).pdfText({ clock })(...given);
}

function lazyDocument(clock: Clock): ReadDocument {
  return async (...given) => (await import('../../adapters/pages/document-text.ts')).documentText({ clock })(...given);
}

function lazyOcr(executor: Executor): ReadPictureText {
  return async (...given) => (await import('../../adapters/pages/picture-text.ts')).pictureText(executor)(...given);
}

/** Without a sandbox there are none: the settings of a repository would be obeyed by git on this machine. */
function gitTools({
  config,
  network,
  executor,
  files,
  secrets,
  redact,
  trust,
  privacy,
}: Pick<Parameters<typeof builtInTools>[0], 'config' | 'network' | 'executor' | 'files' | 'secrets' | 'redact'> & {
  readonly trust: DomainTrust;
  readonly privacy: PrivateFiles;
}): readonly Tool[] {
  const git = lazyGit(executor);
  let exchange: Promise<GitExchange> | undefined;
  const open = async () => {
    const { gitExchange } = await import('../../adapters/git/exchange.ts');
    return gitExchange({ files, git, network, root: join(config.paths.home, 'git') });
  };
  const author = { name: config.owner.name ?? 'Straylight', email: 'straylight@localhost' };
  return [
    ...localGitTools({ files, executor, privacy, author }),
    ...remoteGitTools({
      files,
      trust,
      secrets,
      redact,
      exchange: () => {
        exchange ??= open();
        return exchange;
      },
    }),
  ];
}

/** Its parser is loaded with the first page. */
const html: PageReaders['html'] = async (...page) => {
  const { htmlToMarkdown } = await import('../../adapters/pages/html-to-markdown.ts');
  return htmlToMarkdown(...page);
};

/** Where there is a Chromium; it is started when it is first used, and its code is loaded then. */
function browserOf(
  { browser }: Config,
  network: Features['network'],
  files: ConfinedFiles,
  trust: ReturnType<typeof domainTrust>,
): Browser | undefined {
  const executable = browser.enabled ? findBrowser(browser.executable) : undefined;
  if (executable === undefined) return undefined;
  let made: Promise<Browser> | undefined;
  let running: Browser | undefined;
  const make = async () => {
    const { createBrowser } = await import('../../adapters/browser/browser.ts');
    running = createBrowser({
      ...network,
      own: network.ownNetwork,
      executable,
      isSandboxed: process.getuid?.() !== 0, // Chromium builds none for root
      trust,
      save: async (name, bytes) => {
        const place = files.place(name);
        await files.put(place, bytes);
        return files.name(place);
      },
    });
    return running;
  };
  return {
    async act(...action) {
      made ??= make();
      return (await made).act(...action);
    },
    ownHost: session => running?.ownHost(session),
    closeTab: async session => (await made)?.closeTab(session) ?? false,
    close: async () => (await made)?.close(),
  };
}
