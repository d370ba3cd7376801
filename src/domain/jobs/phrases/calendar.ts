/** Days of the calendar as `2026-12-24`, and what day and minute it is in a time zone. */

import { dateFormat } from '../../text/writing/locale.ts';

const dayMs = 86_400_000;

/** The day, and the minute of it. */
export function localNow(now: number, timeZone: string): { readonly day: string; readonly minutes: number } {
  const parts = dateFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(now);
  const [day = '', time = ''] = parts.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return { day, minutes: hour * 60 + minute };
}

/** So many days later. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** So many months later. Undefined: that month has no such day. */
export function monthsAfter(day: string, count: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const moved = new Date(Date.UTC(year, month - 1 + count, date));
  return moved.getUTCDate() === date ? moved.toISOString().slice(0, 10) : undefined;
}

/** Sunday is 0. */
export function weekdayOfDay(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay();
}

/** `2026-12-24T18:00`, which is read in the time zone of the job. Where a day ends, the next one begins. */
export function written(day: string, minutes: number): string {
  if (minutes === 1440) return written(daysAfter(day, 1), 0);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Undefined: no calendar has that day. */
export function dayFrom(year: number, month: number, date: number): string | undefined {
  const day = new Date(Date.UTC(year, month - 1, date));
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date ? day.toISOString().slice(0, 10) : undefined;
}

/** The first such day of a month and date from `day` on. */
export function nextDated(day: string, month: number, date: number): string | undefined {
  const year = Number(day.slice(0, 4));
  const years = Array.from({ length: 9 }, (_, more) => dayFrom(year + more, month, date));
  return years.find(one => one !== undefined && one >= day);
}
