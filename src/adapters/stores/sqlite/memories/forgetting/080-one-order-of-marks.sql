-- `indexed_text` has a tone of Thai and Lao before the ring of the vowel "am" now, in whichever order they were written
-- (U+0E4D, U+0ECD; tones U+0E48 to U+0E4B, U+0EC8 to U+0ECB). The indexes are built again where a text has the other
-- order; elsewhere they stay.
INSERT INTO memories_fts (memories_fts)
  SELECT 'rebuild' WHERE EXISTS (
    SELECT 1 FROM memories
    WHERE content GLOB '*[' || char(3661, 3789) || '][' || char(3656) || '-' || char(3659, 3784) || '-' || char(3787) || ']*');
INSERT INTO messages_fts (messages_fts)
  SELECT 'rebuild' WHERE EXISTS (
    SELECT 1 FROM message_texts
    WHERE text GLOB '*[' || char(3661, 3789) || '][' || char(3656) || '-' || char(3659, 3784) || '-' || char(3787) || ']*');
UPDATE OR IGNORE memories SET words = memory_key(kind, content)
  WHERE content GLOB '*[' || char(3661, 3789) || '][' || char(3656) || '-' || char(3659, 3784) || '-' || char(3787) || ']*';
