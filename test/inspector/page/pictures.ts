/**
 * The pictures of docs/: the page of a real agent in which something happens. `npm run pictures` takes them anew;
 * pictures.test.ts takes them too, and looks whether the ones in docs/ are of this page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withAgent } from '../../flows/rig/agent.ts';
import { browser, visiting } from './browser.ts';

export const pictureFolder = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** What is shown, by the file's name. */
export interface Picture {
  readonly name: string;
  readonly png: Buffer;
}

const whole = { width: 1440, height: 900 };
/** A card takes less. */
const short = { width: 1440, height: 540 };

/** Takes all. Straylight is real, its model the rehearsal one; nothing in it is anybody's. */
export async function takePictures(): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  await withAgent({}, async ({ start }) => {
    const agent = await start();
    await agent.say('session:terminal:main', 'remember that the bread rises at 4 on Sundays');
    await agent.say('session:terminal:garden', 'remember that the tomatoes want water every morning');
    await agent.say('session:terminal:garden', 'run mkdir beds && echo "tomato, bean" > beds/plan.txt');
    await agent.say('session:terminal:main', 'make a tool that counts the words of a text');
    await agent.say('session:terminal:main', 'run rm -r beds');
    await agent.http('/api/sessions/session:terminal:main/messages', { clientId: 'm1', text: 'run sleep 45' });
    await visiting(agent, { ...whole, theme: 'light' }, async ({ page }) => {
      await page.getByText('execute_command').first().waitFor();
      await page.getByText('acting').first().waitFor();
      pictures.push({ name: 'overview.png', png: await page.screenshot() });
    });
    await visiting(agent, { ...short, theme: 'light', hash: '#/approvals' }, async ({ page }) => {
      await page.getByText('rm -r beds').first().waitFor();
      pictures.push({ name: 'approval.png', png: await page.screenshot() });
    });
    await visiting(agent, { ...whole, theme: 'dark', hash: '#/actor/session%3Aterminal%3Amain' }, async ({ page }) => {
      await page.locator('.chart .leafon').first().waitFor();
      pictures.push({ name: 'actor.png', png: await page.screenshot() });
    });
  });
  return pictures;
}

/** Width and height of a PNG, from its header. */
export function sizeOf(png: Buffer): { readonly width: number; readonly height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

if (import.meta.main) {
  mkdirSync(pictureFolder, { recursive: true });
  for (const { name, png } of await takePictures()) writeFileSync(join(pictureFolder, name), png);
  await (await browser()).close();
}
