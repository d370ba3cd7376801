/** Port: a browser of this machine, a tab a session. */

export type BrowserAction =
  | { readonly action: 'navigate'; readonly url: string }
  | { readonly action: 'click'; readonly selector: string }
  | { readonly action: 'type'; readonly selector: string; readonly text: string; readonly submit?: boolean | undefined }
  | { readonly action: 'screenshot'; readonly selector?: string | undefined }
  | { readonly action: 'extract'; readonly selector?: string | undefined }
  | { readonly action: 'wait'; readonly selector?: string | undefined }
  | { readonly action: 'scroll'; readonly selector?: string | undefined; readonly direction?: Direction | undefined }
  | { readonly action: 'evaluate'; readonly script: string };

export interface PageAnswer {
  readonly url: string;
  readonly title: string;
  readonly status?: number;
  readonly said?: string;
  /** The page or the part asked for, as an accessibility snapshot with references; or what a script answered. */
  readonly content?: string;
  readonly savedTo?: string;
  /** What was refused on the way, and what the page did by itself. */
  readonly news: readonly string[];
  /** The action did not work, and this is why; the rest tells where the page is. */
  readonly problem?: string;
}

export interface Browser {
  /**
   * One action in the tab of a session; `navigate` opens it. Throws a `Fault`: `denied` for a URL that may never be
   * opened, `invalid` without a page, `unavailable` where the browser died, does not start or the limit of a minute is
   * reached, `timeout` where it hung,
   * `cancelled`. `onAlive` hears of every answer the page gets meanwhile.
   */
  act(
    session: string,
    action: BrowserAction,
    timeoutMs: number,
    signal: AbortSignal,
    onAlive?: () => void,
  ): Promise<PageAnswer>;
  /** The host and port in the owner's own network whose pages the tab of a session is for; undefined: none. */
  ownHost(session: string): string | undefined;
  /** Closes the tab of a session; false where there was none. */
  closeTab(session: string): Promise<boolean>;
  /** Closes all of it; the next navigation starts another one. */
  close(): Promise<void>;
}

export type Direction = 'down' | 'up' | 'top' | 'bottom';
