/** Whether a text asks something, as far as its end tells. */

const asking = /[?？؟\u037e]\s*$|(?:吗|呢|么|か|かな|까|까요|나요|ไหม|มั้ย|หรือเปล่า)[。.!！\s]*$/u;

/** It ends with a question mark, or with what stands for one where people leave it out. */
export function isQuestion(text: string): boolean {
  return asking.test(text);
}
