/**
 * A thread that lays out one chart and ends: elkjs is a program of its own weight, and Straylight must not wait for it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Elk from 'elkjs';
import type { ChartModel } from './chart-model.ts';
import { layoutOf } from './layout.ts';

const elk = new Elk.default();
parentPort?.postMessage(await layoutOf(workerData as ChartModel, graph => elk.layout(graph)));
