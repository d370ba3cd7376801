/**
 * The screens of this computer as kinds of channels. A program of the owner's can read the page's token; it has no
 * keyboard.
 */
import { defineChannelKind } from '../../../ports/channel-kind.ts';

export const terminalKind = defineChannelKind({
  name: 'terminal',
  title: 'Terminal',
  create: () => screen('terminal'),
  trust: 'keyboard',
  choices: 'typed',
});

export const webKind = defineChannelKind({ name: 'web', title: 'Page', create: () => screen('web') });

async function screen(name: 'terminal' | 'web') {
  return (await import('./screen.ts')).screenChannel({ name, ownerChats: ['main'] });
}
