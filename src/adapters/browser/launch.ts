/** Chromium, started so that it has one way out and leaves nothing behind. */

import { hash, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Browser as Chromium } from 'playwright-core';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { BrowserProxy } from './proxy.ts';

export interface LaunchOptions {
  /** The program. */
  readonly executable: string;
  /** Chromium's own sandbox around its pages; it works for every user but root. */
  readonly isSandboxed: boolean;
  /** Certificates (PEM) to trust beside the well-known ones. */
  readonly certificates?: readonly string[];
}

export interface LaunchedBrowser {
  readonly chromium: Chromium;
  /** Ends it, whatever state it is in. */
  kill(): void;
}

/** Where Chromium and its kin are usually installed; undefined where none is. */
export function findBrowser(wanted?: string): string | undefined {
  return (wanted === undefined ? usualPlaces : [wanted]).find(path => existsSync(path));
}

const usualPlaces = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'],
  ...['/usr/bin/google-chrome-stable', '/usr/bin/google-chrome', '/opt/google/chrome/chrome'],
  ...['/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ...['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
];

/**
 * Throws `unavailable` where it does not start. Playwright is loaded here and not before: most agents never open a
 * page.
 */
export async function launchBrowser(proxy: BrowserProxy, options: LaunchOptions): Promise<LaunchedBrowser> {
  const { chromium: playwright } = await import('playwright-core');
  const { server, username, password } = proxy;
  const chromium = await playwright
    .launch({
      executablePath: options.executable,
      chromiumSandbox: options.isSandboxed,
      proxy: { server, username, password },
      args: [...flags, ...trusting(options.certificates ?? [])],
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' },
      // Straylight ends it; a Ctrl-C must not end it first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: 30_000,
    })
    .catch((thrown: Error) => {
      const { executable, isSandboxed } = options;
      const isWalled = isSandboxed && /sandbox/i.test(thrown.message);
      const said = isWalled
        ? says`the browser ${executable} did not start; its own sandbox does not work here`
        : says`the browser ${executable} did not start`;
      throw fault('unavailable', said, {
        cause: thrown.message.split('\n', 1)[0]?.slice(0, 300) ?? '',
      });
    });
  const session = await chromium.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (pid === undefined) throw fault('defect', 'the browser does not say which process it is');
  return {
    chromium,
    kill() {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    },
  };
}

/** Chromium knows a certificate by the hash of its key. */
function trusting(certificates: readonly string[]): readonly string[] {
  const keys = certificates.map(pem =>
    hash('sha256', new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }), 'base64'),
  );
  return keys.length > 0 ? [`--ignore-certificate-errors-spki-list=${keys.join()}`] : [];
}

/**
 * Features of Chromium that are off: what forms ask of Google's server, and all that Playwright turns off, since only
 * the last list counts (its `chromiumSwitches.ts`; a test compares the two).
 */
const off = [
  'AutofillServerCommunication',
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** Beside what Playwright sets (no background networking, no updates, no sync). */
const flags = [
  // Everything through the proxy, this machine included; no name is resolved here, and nothing goes past it by UDP.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-gpu',
  '--disable-notifications',
  '--deny-permission-prompts',
  `--disable-features=${off.join()}`,
];
