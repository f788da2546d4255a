import { image, paragraph } from '../../e2e/support/blocks.ts';
import type { Pictures } from '../../e2e/support/pictures.ts';

const sentence = 'The boats lie at the quay, and the harbour is quiet in the morning. ';

/** The content of a post: images, every other one with an alt text, and a paragraph below each. */
export function bigPost(pictures: Pictures, images: number): string {
  const shown = [pictures.green, pictures.blue, pictures.yellow];
  return Array.from({ length: images }, (_, index) => {
    const picture = shown[index % shown.length] ?? pictures.green;
    const alt = index % 2 === 0 ? '' : `Boat number ${index} at the quay of the old harbour`;
    return [image({ ...picture, alt }), paragraph(sentence.repeat(3))].join('\n\n');
  }).join('\n\n');
}
