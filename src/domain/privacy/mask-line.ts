/** What a command reads where a private file is hidden from it. */
export const maskLine =
  '# Straylight hides this file from commands. One that names it gets it, once the owner has approved.';
