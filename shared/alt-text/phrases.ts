/**
 * Phrases that good alt text does without, in the ten languages that the specification names: words
 * that only say "image of", at the start or the end, and the beginnings of a model's refusal.
 * Patterns are written for text in one line, without quotation marks around it.
 */
export interface Phrases {
  /** At the start; what follows is the text. */
  readonly prefix?: RegExp;
  /** Sets right what the prefix had bent in what follows it. */
  readonly mend?: (rest: string) => string;
  /** At the end, where languages put it there; what stands before is the text. */
  readonly suffix?: RegExp;
  readonly refusal: RegExp;
}

export const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    prefix:
      /^(?:(?:this|here) is )?(?:(?:an?|the|this) )?(?:\w+ )?(?:image|picture|photo|photograph|graphic)(?: (?:of|showing|shows|that shows|depicting|depicts|displaying|displays|features|featuring)(?= )|:)\s*/i,
    refusal:
      /^(?:(?:i['’]?m|i am) (?:sorry|unable|not able)|(?:sorry|my apologies)[,.]? (?:but )?i\b|(?:unfortunately, )?i (?:can['’]?t|cannot|can not|am unable to|won['’]t) (?:help|assist|describe|see|view|identify|provide|process|generate|comply|fulfil|do|access|analy[sz]e|determine|create|write)|as an ai\b|unable to (?:describe|process|view|see|generate|access|identify))/i,
  },
  es: {
    prefix:
      /^(?:(?:esta es )?(?:una|la|esta) )?(?:imagen|foto|fotografía)(?: (?:del?|que muestra|muestra|mostrando)(?= )|:)\s*/i,
    refusal:
      /^(?:(?:lo siento|disculp\p{L}*|perdón)[,.]? (?:pero )?(?:no|me)\b|(?:lamentablemente, )?no (?:puedo|me es posible) (?:ayudar|describir|ver|identificar|proporcionar|procesar|generar|acceder)|como (?:una )?(?:ia|modelo de|inteligencia artificial))/iu,
  },
  fr: {
    prefix:
      /^(?:(?:c['’]est )?(?:une |la |cette |l['’]))?(?:image|photo|photographie)(?: (?:d['’]|(?:de|du|des|montrant|qui montre|montre|représentant)(?= ))|\s?:)\s*/i,
    refusal:
      /^(?:(?:je suis )?désolée?[,.]? (?:mais )?je\b|(?:malheureusement, )?je ne (?:peux|suis) pas (?:aider|vous aider|décrire|voir|identifier|fournir|traiter|générer|en mesure|capable)|en tant qu['’](?:ia|intelligence|assistant|un modèle))/i,
  },
  de: {
    prefix:
      /^(?:(?:dies ist )?(?:ein|eine|das|die|dieses) )?(?:bild|foto|fotografie|grafik|aufnahme)(?: (?:von|vom|zeigt|mit|einer|eines)(?= )|:)\s*/i,
    mend: (rest) => rest.replace(/^eine[mn](?= )/, 'Ein').replace(/^einer(?= )/, 'Eine'),
    refusal:
      /^(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung,? (?:aber )?ich|leider kann ich|ich kann (?:\S+ ){0,5}nicht (?:helfen|beschreiben|sehen|erkennen|verarbeiten|erstellen)|als (?:ki|ai|sprachmodell)\b)/i,
  },
  pt: {
    prefix:
      /^(?:(?:esta é )?(?:uma|a|esta) )?(?:imagem|foto|fotografia)(?: (?:de|do|da|dos|das|que mostra|mostra|mostrando)(?= )|:)\s*/i,
    refusal:
      /^(?:(?:desculpe|lamento|sinto muito)[,.]? (?:mas )?(?:eu )?não|(?:infelizmente, )?(?:eu )?não (?:posso|consigo) (?:ajudar|descrever|ver|identificar|fornecer|processar|gerar|acessar|aceder)|como (?:uma )?(?:ia|modelo de|inteligência artificial))/i,
  },
  zh: {
    prefix:
      /^(?:(?:这|這)(?:张|張|幅|个|個)?(?:是)?(?:一(?:张|張|幅))?)?(?:图片|圖片|图像|圖像|照片|相片)(?:中?(?:显示|顯示|展示|描绘|描繪|展现|展現)(?:了|着|著)?|中(?:是|有)|[:：])\s*/u,
    suffix: /的(?:图片|圖片|图像|圖像|照片|相片)[。.]?$/u,
    refusal:
      /^(?:(?:很|非常)?(?:抱歉|对不起|對不起)|我(?:无法|無法|不能)(?:提供|描述|协助|協助|查看|识别|識別|处理|處理|帮|幫|为|為)|作为(?:一个|一名)?(?:AI|人工智能)|作為(?:一個|一名)?(?:AI|人工智慧))/u,
  },
  ja: {
    prefix: /^(?:この)?(?:画像|写真|イメージ)(?:では|には|は|[:：])、?\s*/u,
    suffix: /の(?:画像|写真|イメージ)(?:です)?。?$/u,
    refusal:
      /^(?:(?:大変)?申し訳(?:ありません|ございません|ない)|すみませんが|ごめんなさい|AIとして|(?:この)?(?:画像|写真)を(?:説明|確認|識別|表示)(?:すること)?(?:は|が)?できません)/u,
  },
  ko: {
    prefix: /^(?:이 |해당 )?(?:이미지|사진)(?:에는|에서는|은|는|:)\s*/u,
    suffix: /의 (?:이미지|사진)(?:입니다)?\.?$/u,
    refusal:
      /^(?:죄송|미안(?:합니다|하지만)|(?:이 )?(?:이미지|사진)를? 설명할 수 없|AI로서|저는 AI)/u,
  },
  ar: {
    // "Of" is one letter in front of the noun, and melts with its article; a few adjectives begin alike.
    prefix:
      /^(?:هذه )?(?:ال)?صورة(?: فوتوغرافية)?(?: (?:تُظهر|تظهر|توضح|تعرض|تصور)(?= )|:| لـ ?| ل(?=ل)| ل(?!يلية|طيفة|امعة)(?=\p{L}{2}))\s*/u,
    mend: (rest) => rest.replace(/^ل(?=\p{L}{2})/u, 'ال'),
    refusal: /^(?:عذرا|عذرًا|آسف|أنا آسف|أعتذر|معذرة|لا (?:أستطيع|يمكنني) |بصفتي (?:ذكاء|نموذج))/u,
  },
  hi: {
    prefix: /^(?:इस |यह )?(?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र)(?: में|:)\s*/u,
    suffix: / (?:की|का) (?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र)(?: है)?[।.]?$/u,
    refusal:
      /^(?:क्षमा करें|माफ़ करें|माफ करें|माफ़ कीजिए|मुझे खेद है|मैं (?:\S+ ){0,6}(?:नहीं कर सकत|असमर्थ)|एक एआई)/u,
  },
};

/** English says it at the end, too, but what stands before is no text then. */
export const imageAtEnd = /\s(?:image|graphic)\.?$/i;

const all = Object.values(phrases);

/** The text without words at its start or end that only say that it is of an image. */
export function withoutRedundantPhrases(text: string): string {
  for (const language of all) {
    const rest = withoutPhrases(text, language);
    if (rest !== text && /[\p{L}\p{N}]/u.test(rest)) return rest;
  }
  return text;
}

/** Whether a text begins or ends with words that only say that it is of an image. */
export function hasRedundantPhrase(text: string): boolean {
  return withoutRedundantPhrases(text) !== text || imageAtEnd.test(text);
}

/** Whether a text is a model's refusal rather than a description. */
export function isRefusal(text: string): boolean {
  return all.some(({ refusal }) => refusal.test(text));
}

function withoutPhrases(text: string, { prefix, mend, suffix }: Phrases): string {
  const end = suffix ? text.replace(suffix, '') : text;
  if (!prefix?.test(end)) return end;
  const rest = end.replace(prefix, '');
  const mended = mend?.(rest) ?? rest;
  return mended.charAt(0).toUpperCase() + mended.slice(1);
}
