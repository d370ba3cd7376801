/** What the settings themselves weaken. */
import { isLoopbackUrl } from '../../domain/egress/loopback.ts';
import type { Weakness, WeaknessKind } from '../../domain/security/weakness.ts';

/** The settings that count here, as config/load.ts reads them. */
export interface JudgedSettings {
  readonly store: { readonly synchronous: 'full' | 'normal' };
  readonly telemetry: { readonly tracesUrl?: string | undefined };
  readonly egress: { readonly allowedDomains: readonly string[]; readonly allowPrivate: readonly string[] };
  readonly packages: { readonly enabled: boolean; readonly hosts: readonly string[] };
  readonly budget: {
    readonly [Limit in 'maxTokensPerSession' | 'maxTokensPerDay' | 'maxUsdPerSession' | 'maxUsdPerDay']?:
      | number
      | 'none'
      | undefined;
  };
  readonly undo: { readonly enabled: boolean };
  readonly approvals: { readonly expiresMs: number | 'never' };
}

export function weakSettings(config: JudgedSettings): readonly Weakness[] {
  const found: Weakness[] = [];
  const when = (isSo: boolean, kind: WeaknessKind, names: readonly string[] = []) => {
    if (isSo) found.push({ kind, names });
  };
  const { store, telemetry, egress, packages, budget, undo, approvals } = config;
  const limits = {
    max_tokens_per_session: budget.maxTokensPerSession,
    max_tokens_per_day: budget.maxTokensPerDay,
    max_usd_per_session: budget.maxUsdPerSession,
    max_usd_per_day: budget.maxUsdPerDay,
  };
  const off = Object.entries(limits).flatMap(([name, most]) => (most === 'none' ? [name] : []));
  const broad = egress.allowedDomains.filter(isBroad);
  const { tracesUrl } = telemetry;
  when(store.synchronous === 'normal', 'synchronous');
  when(tracesUrl !== undefined && !isLoopbackUrl(tracesUrl), 'telemetry', [URL.parse(tracesUrl ?? '')?.host ?? '']);
  when(broad.length > 0, 'egress', broad);
  when(egress.allowPrivate.length > 0, 'ownNetwork', egress.allowPrivate);
  when(packages.enabled, 'packages', packages.hosts);
  when(off.length > 0, 'budget', off);
  when(!undo.enabled, 'undo');
  when(approvals.expiresMs === 'never', 'expires');
  return found;
}

/**
 * A wildcard beneath which others can have hosts: a top level, a public suffix of two, or where pages are rented out.
 */
function isBroad(domain: string): boolean {
  if (!domain.startsWith('*.')) return false;
  const labels = domain.slice(2).split('.');
  return labels.length === 1 || publicSuffix.test(domain.slice(2));
}

const publicSuffix =
  /^(?:(?:co|com|net|org|gov|edu|ac|or|ne|gob|gv)\.[a-z]{2}|(?:github|gitlab|netlify|vercel|pages|web|herokuapp|firebaseapp|appspot|azurewebsites|cloudfront|amazonaws|workers|ngrok|ngrok-free|blogspot|wordpress|fly|onrender|surge|glitch|repl|r2|s3|googleapis|windows|cloudapp|myshopify|readthedocs|sharepoint)\.(?:io|app|dev|com|net|me|sh|co|org)|pages\.dev|workers\.dev|run\.app|core\.windows\.net|s3\.amazonaws\.com|storage\.googleapis\.com)$/;
