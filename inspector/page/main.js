/**
 * The page: the running house in a browser, drawn with Preact and signals. What is written here is what runs.
 *
 *     index.html        the frame; the server writes the import map into it (../page-files.ts)
 *     main.js           this file: starts everything, in order
 *     live/             what the house says: token, stream, one signal per actor, acts; knows nothing of the screen
 *     view/             what is looked at: the one view store, the address, the keyboard, themes, the table of screens
 *     parts/            small pieces for every screen: tags, icons, chips, ages, buttons, tables, empty states
 *     shell/            what stands around a screen: rail, link bar, token field, palette
 *     screens/NAME/     one screen a folder: screen.js exports `Screen`, screen.css beside it where it needs one
 *     styles/           colours, sizes and the shell; styles.css lists them in order
 *
 * A new screen is a folder in screens/ and a line in view/screens.js. Its modules are loaded when it is first opened, so the
 * first page stays small. What main.js reaches by `import … from` is sent as one file, main.js itself, to spare requests
 * (../page-pack.ts); the import map sends later imports of those modules there too, so each module exists once. That asks
 * three things of those files: named imports without `as`, named exports, and no two of the same name at their top.
 *
 * Text from the house enters the page as text nodes alone: no innerHTML (Trusted Types forbid it), no style attributes in
 * markup. Types are JSDoc, checked by `tsc -p inspector/page`.
 */
