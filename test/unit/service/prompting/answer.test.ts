import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { readText } from '../../../../service/prompting/read-text.ts';
import { askOnce } from '../../../../service/providers/chain.ts';

const request = {
  ...{ instructions: '', context: '', image: Buffer.alloc(0), language: 'en' },
  schema: { type: 'object', properties: {}, required: [] },
};

/** The text published from a model's answer. */
async function publish(text: string, language = 'en') {
  const options = {
    ...{ signal: new AbortController().signal, deadline: Date.now() + 10_000 },
    log: pino({ level: 'silent' }),
  };
  const reply = { readText: () => text, tokens: { input: 0, output: 0 } };
  const provider = { name: 'a-server', generate: () => Promise.resolve(reply) };
  return (await askOnce(provider, readText, { ...request, language }, options)).answer;
}

const object = '{"purpose": "informative", "alt_text": "A red bicycle"}';

describe('finds the text in answers of models that ignore the schema', () => {
  test.each([
    ['the object alone', object],
    [
      'reasoning before it',
      `<think>\nThe user wants {"alt_text": "a draft"}.\n</think>\n\n${object}`,
    ],
    ['reasoning whose first tag is in the prompt', `The user wants JSON.\n</think>\n${object}`],
    ['two blocks of reasoning', `<think>One.</think><thinking>Two.</thinking>${object}`],
    ['reasoning in square brackets', `[THINK]A bicycle, red.[/THINK]${object}`],
    ['reasoning of Kimi', `◁think▷A bicycle, red.◁/think▷${object}`],
    [
      'reasoning in a channel',
      `<|channel|>analysis<|message|>A bicycle.<|end|><|start|>assistant<|channel|>final<|message|>${object}`,
    ],
    [
      'the box of GLM',
      `<think>Hm.</think><answer><|begin_of_box|>${object}<|end_of_box|></answer>`,
    ],
    ['a sentence and a fence', `Here is the JSON:\n\`\`\`json\n${object}\n\`\`\``],
    [
      'a fence and a sentence',
      `\`\`\`json\n${object}\n\`\`\`\nLet me know if it should be shorter!`,
    ],
    ['an exclamation', `Sure! ${object}`],
    ['a list', `[${object}]`],
    ['another object around it', `{"result": ${object}}`],
    ['a note after it', `${object}\n\nNote: I described only what is visible.`],
    ['a note in curly brackets', `${object} {I described only what is visible}`],
    ['a brace before it', `The set {x has no end. ${object}`],
    [
      'an echo of the schema before it',
      `{"properties": {"alt_text": {"type": "string"}}} ${object}`,
    ],
    ['the example of the instructions before it', `{"purpose": "…", "alt_text": "…"}\n${object}`],
    ['a draft before it', `{"purpose": "informative", "alt_text": "A bike"}\nBetter:\n${object}`],
    ['a comma too many', '{"purpose": "informative", "alt_text": "A red bicycle",}'],
    ['a text over two lines', '{"purpose": "informative", "alt_text": "A red\nbicycle"}'],
    ['reasoning in a tag with spaces and a namespace', `<seed:think >Red?</seed:think >${object}`],
    ['reasoning with an attribute', `<thinking time="3">Red?</thinking>${object}`],
    ['reasoning in entities', `&lt;think&gt;Red?&lt;/think&gt;${object}`],
    ['a fence of tildes', `~~~json\n${object}\n~~~`],
    ['lines with labels', 'purpose: informative\nalt_text: A red bicycle'],
    ['bold labels', '**Purpose:** Informative\n**Alt text:** A red bicycle'],
    ['the purpose last', 'alt_text: A red bicycle\npurpose: informative'],
    ['tags', '<purpose>informative</purpose>\n<alt_text>A red bicycle</alt_text>'],
    ['reasoning in the text', object.replace('A red', '<think>Red?</think>A red')],
  ])('%s', async (_case, answer) => {
    await expect(publish(answer)).resolves.toEqual({
      text: 'A red bicycle',
      purpose: 'informative',
    });
  });

  test.each([
    ['plain text', 'A red bicycle'],
    ['plain text after reasoning', '<think>\nA bicycle.\n</think>\nA red bicycle'],
    ['plain text in a fence', '```\nA red bicycle\n```'],
    ['plain text directly in a fence', '```A red bicycle```'],
    ['plain text in a fence with a language', '```text\nA red bicycle\n```'],
    ['plain text in tildes', '~~~\nA red bicycle\n~~~'],
    ['a label', '**Alt text:** A red bicycle'],
    ['a sentence before it', 'Sure! Here is the alt text for the image:\n\nA red bicycle'],
    ['an exclamation before it', 'Certainly! A red bicycle'],
    ['a token of the model after it', 'A red bicycle<|im_end|>'],
    ['a sentence in German', 'Hier ist der Alternativtext für das Bild:\n\nA red bicycle'],
  ])('%s', async (_case, answer) => {
    await expect(publish(answer)).resolves.toEqual({ text: 'A red bicycle' });
  });

  test('each object keeps its own purpose', async () => {
    const answer = '[{"purpose": "decorative", "alt_text": "…"}, {"alt_text": "A red bicycle"}]';
    await expect(publish(answer)).resolves.toEqual({ text: 'A red bicycle' });
  });

  test('keeps quotations within a text', async () => {
    const text = 'A terminal that prints {"alt_text": "A cat"}';
    const answer = JSON.stringify({ purpose: 'informative', alt_text: text });
    await expect(publish(answer)).resolves.toEqual({ text, purpose: 'informative' });
  });
});

describe('an answer without a text fails', () => {
  test.each([
    '<think>The user wants a description of a bicycle that is',
    'Sure.\n<think>The user wants a description of a bicycle',
    '<think>A red bicycle</think>',
    '<think>I could say {"alt_text": "A bike"}, or',
    '{"purpose": "<think>", "alt_text": "<think>The user wants"}',
    '<|channel|>analysis<|message|>The user wants a description',
    'Okay, the user wants alt text for a bicycle. Let me look at it.',
    'The user has provided an image of a bicycle.',
    'We need to write alt text of at most 125 characters.',
    'Thinking Process:\n\n1. A bicycle',
    '{"alt_text": "A red bi',
    '{"text": "A red bicycle"}',
    "{'alt_text': 'A red bicycle'}",
    '{alt_text: "A red bicycle"}',
    '{“alt_text”: “A red bicycle”}',
    '"{\\"alt_text\\": \\"A red bicycle\\"}"',
    'Here is the JSON: {"description": "A red bicycle"}',
    'Sure! {"alt": "A red bicycle"}',
    'Output: {"text": "A red bicycle"}',
    'Output: {text: "A red bicycle"}',
    'Output: {"text": "A red bi',
    'Here you go: {"text": "A red bicycle"}',
    'json {"text":"x"}',
    'Here are options:\n["A red bicycle", "A bicycle"]',
    '["A red bicycle"]',
    '{}',
    '[]',
    '```json\n{"text": "A red bicycle"}\n```',
    '```json\n{"alt_text": "A red',
    'Here it is:\n```\nA red bicycle\n```',
    '{"alt_text": {"en": "A red bicycle"}}',
    '{"alt_text": null}',
    '{"alt_text": "{\\"text\\": \\"A red bicycle\\"}"}',
    '{"alt_text": "```json"}',
    '{"alt_text": "~~~json"}',
    '{"alt_text": "json {\\"text\\": 1}"}',
    '{"alt_text": "Output: {\\"text\\": 1}"}',
    '~~~json {"text":"A"} ~~~',
    'Here it is:\n~~~\nA red bicycle\n~~~',
    '<think >hm</think >',
    '&lt;think&gt;A bicycle, red',
    '<thoughts>A bicycle, red',
    '<scratchpad>A bicycle, red',
    '<reflection>A bicycle, red',
    '<seed:think>A bicycle, red',
    '<|thinking|>A bicycle, red',
    '# Thinking\nThe bicycle is red',
    '**Thinking:** a bicycle, red',
    'Reasoning: a bicycle, red',
    'First, I need to look at the image.',
    '{"alt_text": "First, I need to look at the image."}',
    '{"alt_text": "**Thinking:** a bicycle"}',
    '{"alt_text": "&lt;think&gt;A bicycle"}',
    'null',
    'None.',
    '{"alt_text": "n/a"}',
    'undefined',
    '<html>502 Bad Gateway',
    '<!DOCTYPE html><title>502 Bad Gateway</title>',
  ])('%j', async (answer) => {
    await expect(publish(answer)).rejects.toMatchObject({ name: 'ProviderError', kind: 'answer' });
  });
});

describe('words about a missing image fail', () => {
  test.each([
    ['en', "I don't see an image in your message. Please upload it."],
    ['en', 'I do not see any image attached.'],
    ['en', "I can't see the image you mentioned"],
    ['en', 'I don’t have access to the image.'],
    ['en', "I'm just a text-based model, so I cannot view images."],
    ['en', 'As a language model, I have no eyes.'],
    ['en', 'No image was provided.'],
    ['en', 'No image attached'],
    ['en', 'There is no image attached to your message.'],
    ['en', "It looks like you haven't attached an image."],
    ['en', 'It seems that the image did not load.'],
    ['en', 'The image was not provided'],
    ['en', 'Please provide the image so that I can describe it.'],
    ['en', 'Error: model does not support image input'],
    ['en', '[ERROR] this model does not support images'],
    ['en', 'This model does not support image input.'],
    ['en', 'Image input is not supported by this model'],
    ['en', 'Error: could not load the image'],
    ['en', 'Please share the image you would like me to describe'],
    ['en', "I'd be happy to help! Please upload the image"],
    ['en', 'There are no images in this conversation'],
    ['en', 'No images were provided'],
    ['en', "There's no image attached"],
    ['en', "There doesn't appear to be an image attached"],
    ['en', "You haven't provided an image"],
    ['en', "I don't see anything attached"],
    ['en', "I don't have the ability to see images"],
    ['en', "I didn't receive an image"],
    ['en', 'I am a text-only model'],
    ['en', 'Error: image input not supported'],
    ['en', 'Error: Cannot read "image.png" (this model does not support image input)'],
    ['en', 'Error: 400 image_url is only supported by certain models'],
    ['de', 'Leider sehe ich kein Bild'],
    ['de', 'Es scheint, dass kein Bild angehängt wurde'],
    ['de', 'Ich sehe kein Bild in Ihrer Nachricht.'],
    ['de', 'Es wurde kein Bild angehängt.'],
    ['es', 'No veo ninguna imagen adjunta.'],
    ['fr', 'Je ne vois pas d’image dans votre message.'],
    ['fr', 'Aucune image n’a été fournie.'],
    ['pt', 'Não vejo nenhuma imagem anexada.'],
    ['zh-CN', '我没有看到任何图片。'],
    ['zh-TW', '我看不到圖片。'],
    ['ja', '画像が添付されていません。'],
    ['ko', '이미지가 첨부되지 않았습니다.'],
    ['ar', 'لا أرى أي صورة في رسالتك.'],
    ['hi', 'मुझे कोई तस्वीर दिखाई नहीं दे रही है।'],
  ])('%s: %s', async (language, answer) => {
    await expect(publish(answer, language)).rejects.toMatchObject({ kind: 'refusal' });
    const inJson = JSON.stringify({ purpose: 'informative', alt_text: answer });
    await expect(publish(inJson, language)).rejects.toMatchObject({ kind: 'refusal' });
  });
});

describe('a text with characters that no text needs fails', () => {
  const codes = [0x0000, 0x0008, 0x001b, 0x007f, 0x0085, 0x009f, 0x202a, 0x202d, 0x202e, 0x2066];
  test.each(codes.map((code) => ({ code, name: code.toString(16).padStart(4, '0') })))(
    'U+$name',
    async ({ code }) => {
      const text = `A red${String.fromCodePoint(code)} bicycle`;
      await expect(publish(text)).rejects.toMatchObject({ kind: 'answer' });
      await expect(publish(JSON.stringify({ alt_text: text }))).rejects.toMatchObject({
        kind: 'answer',
      });
    },
  );

  test('even as an HTML entity', async () => {
    await expect(publish('A red &#x202E;bicycle')).rejects.toMatchObject({ kind: 'answer' });
  });
});

describe('says why an answer cannot be published, as a text and as a long description', () => {
  const refusal = 'the model refused to describe the image';
  const broken = 'the answer is broken JSON';
  const foreign = 'the text is not in the requested language';
  test.each([
    ['<html><body>Bad gateway</body></html>', 'the answer is a web page or empty'],
    ['I’m sorry, I can’t describe this image.', refusal],
    ['A road\u202e north', 'the text contains control characters'],
    ['{"alt_text": "{\\"chart\\": \\"x\\"}"}', 'the answer is not the requested text'],
    ['{"alt_text": "<think>It is a b"}', 'the answer contains no text'],
    ['{"alt_text": "a \\x"}', broken],
    ['{"text": "a"}', broken],
    ['* * *', 'the text is empty'],
    ['Дорога ведёт на север', foreign],
  ])('%s', (answer, reason) => {
    for (const isLong of [false, true]) {
      expect(() => readText(answer, { ...request, isLong })).toThrow(
        expect.objectContaining({ message: reason }),
      );
    }
  });
});

describe('publishes a text unchanged that only resembles one of these', () => {
  test.each([
    ['en', 'Sign [closed] on a shop door'],
    ['en', '[Closed] sign on a shop door'],
    ['en', '{Curly} Braces, the logo of a hair salon'],
    ['en', '{name} and [value] placeholders in a form'],
    ['en', 'JSON code on a screen'],
    ['en', 'A screen with the code {"name": "Ada"} in an editor'],
    ['en', 'Error message on a laptop screen'],
    ['en', 'Error: 404 page on a laptop screen'],
    ['en', "A sign saying 'I'm sorry'"],
    ['en', 'Screenshot of a JSON editor'],
    ['en', 'json in lower case, the logo of a library'],
    ['en', 'Output: 40 watts, on a label'],
    ['en', 'No image of the king survives, says the sign'],
    ['en', 'There are no images in the frames on the wall'],
    ['en', 'A thinking woman'],
    ['en', 'Reasoning under pressure, a book cover'],
    ['en', 'First, second and third place on a podium'],
    ['en', 'None of the chairs is taken'],
    ['en', 'Null Island on a map'],
    ['en', 'Purpose: a slide with one word'],
    ['en', 'You haven’t lived, graffiti on a wall'],
    ['en', "I'd be lost without you, a birthday card"],
    ['en', 'Buttons [OK] and ["Cancel"] in a dialog'],
    ['en', 'Waves ~~~ on a chart'],
    ['en', 'Error 404: page not found'],
    ['en', 'Error: disk full, in a dialog box'],
    ['en', '500 Internal Server Error'],
    ['en', 'Model does a pirouette'],
    ['en', 'Model of a ship that does not float'],
    ['en', 'No image available'],
    ['en', 'Please upload an image'],
    ['en', 'Thinking man, bronze sculpture'],
    ['en', 'Think before you speak'],
    ['en', 'The user settings of an app'],
    ['en', 'We need to talk, written on a card'],
    ['en', 'Okay, the hand sign for a diver who is well'],
    ['en', 'Sure, a deodorant stick'],
    ['en', 'I don’t see colour, a poster against racism'],
    ['en', 'I can’t see my shadow, a groundhog in a cartoon'],
    ['en', 'Here lies Arthur: inscription on a grave'],
    ['en', 'A graph of a < b > c'],
    ['en', '"Open" and "Closed" signs'],
    ['en', 'A family of four: 👨‍👩‍👧‍👦'],
    ['en', 'Flag of England 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['en', 'Backslash \\ and percent %20 on a key'],
    ['de', 'Kein Bild vorhanden'],
    ['de', 'Ich sehe was, was du nicht siehst: Kinder spielen im Garten'],
    ['he', 'אופניים אדומים ליד קיר'],
    ['he', 'שלט \u200f"סגור"\u200e על דלת'],
    ['ar', 'دراجة حمراء بجانب جدار'],
    ['fa', 'دوچرخه‌ای قرمز کنار دیوار'],
    ['hi', 'दीवार के पास लाल साइकिल'],
    ['ja', '画像編集ソフトの画面'],
    ['th', 'จักรยานสีแดงข้างกำแพง'],
  ])('%s: %s', async (language, text) => {
    await expect(publish(text, language)).resolves.toEqual({ text });
    await expect(publish(JSON.stringify({ alt_text: text }), language)).resolves.toEqual({ text });
  });

  test.each([
    'Screenshot of the configuration {"alt": "", "description": "none"}',
    'Markdown with a ``` fence in an editor',
  ])('in the requested object: %s', async (text) => {
    const shown = text.replaceAll('`', '').replace('  ', ' ');
    await expect(publish(JSON.stringify({ alt_text: text }))).resolves.toEqual({ text: shown });
  });
});
