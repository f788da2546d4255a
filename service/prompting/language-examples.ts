/**
 * "A red bicycle leans against a wall" in languages that models mix up with a neighbour: one
 * sentence shows script and spelling better than a rule. By the codes of the language list.
 */
export const languageExamples: Readonly<Record<string, string>> = {
  ar: 'دراجة حمراء مسندة إلى جدار',
  be: 'Чырвоны ровар стаіць ля сцяны',
  bg: 'Червен велосипед, подпрян на стена',
  da: 'En rød cykel lænet op ad en mur',
  fa: 'دوچرخه‌ای قرمز که به دیوار تکیه داده است',
  hi: 'दीवार के सहारे खड़ी लाल साइकिल',
  hr: 'Crveni bicikl naslonjen na zid',
  id: 'Sepeda merah bersandar di dinding',
  ms: 'Basikal merah bersandar pada dinding',
  nb: 'En rød sykkel lent mot en vegg',
  nn: 'Ein raud sykkel lent mot ein vegg',
  'pt-BR': 'Uma bicicleta vermelha encostada na parede',
  'pt-PT': 'Uma bicicleta vermelha encostada à parede',
  ru: 'Красный велосипед стоит у стены',
  sr: 'Црвени бицикл наслоњен на зид',
  'sr-Cyrl': 'Црвени бицикл наслоњен на зид',
  'sr-Latn': 'Crveni bicikl naslonjen na zid',
  uk: 'Червоний велосипед стоїть біля стіни',
  ur: 'ایک سرخ سائیکل دیوار کے ساتھ کھڑی ہے',
  yue: '一架紅色單車挨住牆邊',
  'zh-CN': '一辆红色自行车靠在墙边',
  'zh-HK': '一輛紅色單車靠在牆邊',
  'zh-TW': '一輛紅色腳踏車靠在牆邊',
};
