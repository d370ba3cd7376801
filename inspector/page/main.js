/**
 * The page: the running agent in a browser, drawn with Preact and signals. What is written here is what runs.
 *
 *     index.html        the frame; the server writes the import map into it (../page-files/page-files.ts)
 *     main.js           this file: starts everything, in order
 *     live/             what Straylight says: token, stream, one signal per actor, acts; knows nothing of the screen
 *     words/            what the page itself says, in the owner's language: `say('No tasks.')`
 *     view/             what is looked at: the one view store, the address, the keyboard, themes, the table of screens
 *     parts/            small pieces for every screen: tags, icons, chips, ages, buttons, tables, empty states
 *     shell/            what stands around a screen: rail, link bar, token field, palette
 *     screens/NAME/     one screen a folder: screen.js exports `Screen`, screen.css beside it where it needs one
 *     styles/           colours, sizes and the shell; styles.css lists them in order
 *
 * A new screen is a folder in screens/ and a line in view/screens.js. Its modules are loaded when it is first opened,
 * so the first page stays small; its style sheet stays loaded, so each selector there begins with `.stage-NAME`. What
 * main.js reaches by `import … from` is sent as one file, main.js itself, to spare requests
 * (../page-files/page-pack.ts); the import map sends later imports of those modules there too, so each module exists
 * once. That asks three things of those files: named imports without `as`; what is exported is a const, a class or a
 * function; no two export the same name.
 *
 * Its state is the signals of live/ and the store of view/, and both stand at the top of their modules: the page is one
 * program, and there is one of it in a tab.
 *
 * Text from Straylight enters the page as text nodes alone: no innerHTML (Trusted Types forbid it), no style attributes
 * in markup. Types are JSDoc, checked by `tsc -p inspector/page`.
 */
import { h, render } from 'preact';
import { openAgent } from './live/agent.js';
import { watchSlow } from './live/slow.js';
import { shareToken } from './live/tabs.js';
import { findToken } from './live/token.js';
import { App } from './shell/app.js';
import { openKeyboard } from './shell/keyboard.js';
import { openNotifier } from './shell/notifier.js';
import { openRouter } from './view/router.js';
import { openTheme } from './view/theme.js';

findToken();
shareToken();
openRouter();
openTheme();
openKeyboard();
openNotifier();
openAgent();
watchSlow();
render(h(App, {}), document.getElementById('page') ?? document.body);
