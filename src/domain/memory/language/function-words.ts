/**
 * Words that say nothing of a subject, by language; English and German stand in words.ts.
 *
 * A word of another script is one of these wherever it stands. Latin letters are shared by many languages, and what is a
 * mere article in one says something in another (`son`, `main`), so there they count where a text is in that language.
 * No negation is among them: what is not so is not the same.
 */
import { fold } from '../../text/writing/folding.ts';
import { isAscii } from '../../text/writing/scripts.ts';

export type LatinLanguage = 'french' | 'spanish' | 'turkish';

const latin: Readonly<Record<LatinLanguage, string>> = {
  french: `le la les l un une des du de d à au aux et ou où mais donc or ni car ce cet cette ces c mon ma mes ton ta tes son sa
    ses notre nos votre vos leur leurs je j tu il elle on nous vous ils elles me m te t se s lui eux y en qui que qu quoi quel
    quelle quels quelles quand comment combien pourquoi est sont suis es sommes êtes était étaient ai as a avons avez ont avait
    avoir être dans sur sous avec sans pour par chez vers depuis entre plus très aussi encore déjà lequel laquelle peut dois doit
    faut fait faire s'il plaît`,
  spanish: `el la los las lo un una unos unas de del a al y o u e mi mis tu tus su sus nuestro nuestra nuestros nuestras yo tú él
    ella nosotros ellos ellas me te se nos le les que qué quién quien quiénes cuál cual cuáles cuándo cuando dónde donde cómo como
    cuánto cuánta cuántos cuántas cuanto por para con sin en sobre entre desde hasta es son soy eres somos está están estoy era
    fue hay ha he hemos han había ser estar tengo tiene tienen tenemos este esta estos estas ese esa eso aquel muy más también ya
    debo puedo puede`,
  turkish: `ve veya ya ile bir bu şu o ben sen biz siz onlar benim senin onun bizim sizin onların beni bana bende seni sana ne nedir
    nerede nerde nereye nereden neresi zaman kim kimin kimde kime kimden kimdir hangi hangisi nasıl kaç kaçta kaçıncı niçin neden
    mi mı mu mü mıdır midir mudur müdür var vardır için gibi kadar de da ki her çok daha en olan olarak oldu olur ise diye`,
};

/** Of these languages each is written in another script than the others, or in words that no other has. */
const others = `
  и в во на с со к ко у о об от до из изо за по при для над под про через без между что чтобы кто кого кому чем где куда откуда когда
  как какой какая какое какие каков какова какого каком какую каким чей чья чьё чьи сколько который которая которое которые мой моя
  моё мои моего моей моих моему моим мою твой твоя я мне меня мной ты тебя тебе мы нам нас наш наша наше наши нашей нашего нашу он
  она оно они его её их ему ей им этот эта это эти тот та те того есть был была было были будет быть бы же ли или а но да то так
  там тут ещё уже только очень все всё весь вы вас вам ваш надо нужно можно зачем почему
  في من على علي إلى عن مع هذا هذه ذلك تلك هو هي هم أنا نحن أنت ما ماذا متى أين كيف كم هل أي لماذا الذي التي كان كانت يكون تكون هناك
  عند عندي لي لدي لدينا له لها أن إن ان و أو ثم قد ب ل ك مَن يوجد توجد يجب علينا
  का की के को में से पर है हैं था थी थे हो हूँ मैं मेरा मेरी मेरे मुझे मुझको हम हमारा हमारी हमारे हमें तुम आप आपका यह वह ये वे इस उस और या कि क्या कब
  कहाँ कहां कौन कौनसा कैसे कैसा कितना कितने कितनी किस किसका किसकी किसके किसने किसको किसे ने तो भी ही एक जो लिए साथ तक रहा रही रहे गया गई
  होता होती होते करना करता करती करते
  的 了 是 在 我 你 您 他 她 它 们 我们 你们 他们 她们 咱们 这 那 哪 哪里 哪儿 哪天 哪个 哪家 哪位 什么 什么时候 谁 怎么 怎样 怎么样 几 多少 多 吗 呢
  吧 啊 呀 和 与 或 或者 及 也 都 就 还 很 有 要 会 能 可以 可 何时 为什么 为何 请 个 这个 那个 把 被 给 对 从 到 向 让 跟 得 地 着 过 上 里 中 为 以 之 号 时候 时
  は が を に で と も の へ から まで より です ます でし だ だっ た て てい ている で である い いる いま ある あり する し して した され せ れ られ いつ どこ 誰 だれ
  何 なに なん どの どれ どちら どう どんな いくつ いくら か ね よ な 私 わたし 僕 ぼく 俺 私たち わたしたち これ それ あれ この その あの ください ん ので って とき 時 こと もの さん
  나 내 나의 내가 나는 저 제 제가 저의 우리 우리의 너 그 그는 그녀 이 저 것 거 이것 그것 수 때 언제 어디 어디에 어디서 어디에서 어디야 어딘가 어디지 누구 누가 누구의
  무엇 뭐 뭐야 뭐지 무슨 몇 몇시 얼마 얼마나 얼마야 얼마지 어떻게 어떤 왜 어느 이다 입니다 인가요 있다 있어 있나 있나요 있습니다 있지 이야 야 예요 이에요 이지 지 하다
  해 하나 하나요 합니다 하지 한다 했다 했지 및 와 과 또는 그리고 에서 으로
  ของ ที่ ใน และ เป็น คือ อยู่ มี ฉัน ผม ดิฉัน เรา คุณ เขา เธอ มัน นี้ นั้น อะไร เมื่อไหร่ เมื่อไร เมื่อ ไหร่ ไร ที่ไหน ไหน ใคร อย่างไร ยังไง ยัง ไง อย่าง เท่าไหร่ เท่าไร เท่า กี่
  ไหม หรือ กับ ให้ ได้ จะ ไป มา ครับ ค่ะ คะ นะ ก็ ว่า จาก ถึง ด้วย แล้ว การ ความ ต้อง ตอน บน ไว้ เอา ชื่อ
  של את על אל עם מן הוא היא הם הן אני אנחנו אתה שלי שלנו שלך מה מי מתי איפה היכן איך כמה למה האם זה זו זאת אלה יש היה הייתה או גם כי אם כל
  το τα του της των η ο οι τον την ένα μια και ή να με σε στο στη στην στον από για που πού πότε ποιος ποια πώς πόσο είναι μου μας σου`;

const latinWords = new Map<string, LatinLanguage[]>();
for (const [language, list] of Object.entries(latin) as [LatinLanguage, string][])
  for (const word of new Set(wordsIn(list))) latinWords.set(word, [...(latinWords.get(word) ?? []), language]);

const otherWords: ReadonlySet<string> = new Set(wordsIn(others).map(fold));

function wordsIn(list: string): readonly string[] {
  return list.split(/[\s']+/).filter(word => word !== '');
}

/** Letters that a language has and its neighbours have not. */
const ownLetters: Readonly<Record<LatinLanguage, RegExp>> = {
  french: /œ|[èêùâî]/u,
  spanish: /ñ|ción$/u,
  turkish: /[ğşı]/u,
};

/**
 * The language of words in Latin letters, lower case, if it is one of these. `common` of them are words that English and
 * German have for nothing. With fewer than two signs of it a text counts as neither.
 */
export function latinLanguage(words: readonly string[], common: number): LatinLanguage | undefined {
  const signs = { french: 0, spanish: 0, turkish: 0 };
  let mayHaveLetters = false;
  for (const word of words) {
    for (const language of latinWords.get(word) ?? []) signs[language] += 1;
    mayHaveLetters ||= !isAscii(word);
  }
  if (mayHaveLetters)
    for (const [language, letters] of Object.entries(ownLetters) as [LatinLanguage, RegExp][])
      if (words.some(word => letters.test(word))) signs[language] += 2;
  let best: LatinLanguage | undefined;
  let most = Math.max(1, common);
  for (const [language, count] of Object.entries(signs) as [LatinLanguage, number][])
    if (count > most) [best, most] = [language, count];
  return best;
}

/** Says a word nothing, in any language of another script, or in this one? `word` as written, in lower case. */
export function isFunctionWord(word: string, language: LatinLanguage | undefined): boolean {
  if (language !== undefined && latinWords.get(word)?.includes(language) === true) return true;
  return !isAscii(word) && otherWords.has(fold(word));
}
