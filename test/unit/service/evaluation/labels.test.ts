import { expect, test } from 'vitest';
import { parseLabels, readLabels, LabelsError } from '../../../../service/evaluation/labels.ts';

const files = new Set(['a.png', 'sub/b.png']);

function parse(csv: string, language = 'en') {
  return parseLabels(csv, { language, files });
}

/** The lines of the message, without the first. */
function problems(csv: string, language?: string): string[] {
  try {
    parse(csv, language);
  } catch (error) {
    expect(error).toBeInstanceOf(LabelsError);
    return (error as LabelsError).message.split('\n- ').slice(1);
  }
  return [];
}

test('reads every column in any order', () => {
  const csv = [
    '\ufefftext,file,avoid,language,title,keywords,context,purpose,expect',
    '"A ""red"" bicycle",sub/b.png,blue|| car ,de_DE,Title,"one, two","Caption: A\nLink target: B",functional,red | R&B || & bike & |',
  ].join('\r\n');
  expect(parse(csv)).toEqual([
    {
      file: 'sub/b.png',
      language: 'de',
      title: 'Title',
      keywords: 'one, two',
      context: 'Caption: A\nLink target: B',
      purpose: 'functional',
      expect: [['red', 'R&B'], ['bike']],
      avoid: ['blue', 'car'],
      text: 'A "red" bicycle',
    },
  ]);
});

test('requires only the file column and accepts an image more than once', () => {
  const label = { file: 'a.png', language: 'ja', expect: [], avoid: [] };
  expect(parse('file\na.png\n\n a.png \n', 'ja')).toEqual([label, label]);
});

test('reports all problems together with their lines', () => {
  const csv = 'file,purpose,colour,file\na.png,,,\n,nice,,\nc.png,decorative,,\na.png,,\n';
  const columns =
    'The columns are file, language, title, keywords, context, purpose, expect, avoid, text.';
  expect(problems(csv, 'tlh')).toEqual([
    `"colour" is no column. ${columns}`,
    'There are two columns "file".',
    'line 5: 3 fields where the header has 4. Put quotation marks around a text with a comma.',
    '--language: "tlh" is no language code that is known. Use one like de or pt-BR.',
    'line 2: file is empty.',
    'line 3: file is empty.',
    'line 3: purpose is "nice". Use informative, functional, decorative, complex, or leave it empty.',
    'line 4: file is empty.',
    'line 5: file is empty.',
  ]);
});

test('reports files and languages that do not exist', () => {
  expect(problems('file,language\nc.png,en-GB\na.png,klingon\n../a.png,pt_BR\n')).toEqual([
    'line 2: there is no file c.png in the folder.',
    'line 3: "klingon" is no language code that is known. Use one like de or pt-BR.',
    'line 4: there is no file ../a.png in the folder.',
  ]);
});

test.each([
  ['', ['There is no column "file".', 'There is no row below the header.']],
  ['file\n', ['There is no row below the header.']],
  ['file;text\na.png;A\n', ['"file;text" is no column.', 'There is no column "file".']],
])('%j is refused', (csv, beginnings) => {
  const found = problems(csv);
  expect(found).toHaveLength(beginnings.length);
  found.forEach((problem, index) => expect(problem).toContain(beginnings[index]));
});

test('reports the line with wrong quotation marks', () => {
  expect(() => parse('file,text\na.png,"A\n')).toThrow(
    'labels.csv, line 2: a quotation mark is missing or too many.',
  );
});

test('reports that the file is missing', async () => {
  await expect(readLabels('/nowhere', 'en')).rejects.toThrow(
    new LabelsError('There is no labels.csv in /nowhere that can be read.'),
  );
});
