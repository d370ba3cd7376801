/** What is said where a command names something that is not there. */
export const missing: Readonly<Record<string, string>> = {
  'there is nothing to undo; "straylight memory stats" lists the batches':
    'es gibt nichts zurückzunehmen; „straylight memory stats“ zeigt die Durchgänge',
  'there is no secret {name}; "straylight secret list" lists all secrets':
    'es gibt kein Geheimnis {name}; „straylight secret list“ zeigt alle',
  'there is no approval {key}; "straylight approvals" lists pending approvals':
    'es gibt keine Freigabe {key}; „straylight approvals“ zeigt die offenen',
};
