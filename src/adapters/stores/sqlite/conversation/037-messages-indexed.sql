-- New messages are written to their index by the store, as memories are (035): a trigger that writes to an index opens a
-- savepoint, at which SQLite writes out the words of the message before, each as a piece of the index of its own.
DROP TRIGGER messages_ai;
