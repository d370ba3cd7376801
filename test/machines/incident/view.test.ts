import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trouble } from '../../../src/domain/supervision/remediation.ts';
import { incidentMachine } from '../../../src/machines/incident/chart.ts';
import { incidentView } from '../../../src/machines/incident/view.ts';
import { begin, storedAs } from '../play.ts';

const silent: Trouble = { kind: 'silent', subject: 'tool-call:x', effect: 'tool-call:x#3.0', text: 'No sign of life.' };

test('given a trouble that is asked about before it is dealt with, when it is viewed, then it is open to an answer', () => {
  const wedged: Trouble = { kind: 'wedged', subject: 'session:web:main', text: 'Nothing will ever move it.' };
  const viewOf = (trouble: Trouble) => {
    const stand = begin({
      machine: incidentMachine,
      address: 'incident:abcdefgh',
      parent: 'supervisor',
      input: { trouble },
    });
    return incidentView(storedAs(incidentMachine, stand));
  };
  assert.deepEqual(viewOf(silent), { trouble: silent, vain: null, isAsked: true });
  assert.deepEqual(viewOf(wedged), { trouble: wedged, vain: null, isAsked: false });
});
