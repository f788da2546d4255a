import { image, paragraph } from '../../e2e/support/blocks.ts';
import type { Images } from '../../e2e/support/images.ts';

const sentence = 'The boats lie at the quay, and the harbour is quiet in the morning. ';

/** The content of a post: images, every other one with an alt text, and a paragraph below each. */
export function bigPost(images: Images, count: number): string {
  const shown = [images.green, images.blue, images.yellow];
  return Array.from({ length: count }, (_, index) => {
    const shownImage = shown[index % shown.length] ?? images.green;
    const alt = index % 2 === 0 ? '' : `Boat number ${index} at the quay of the old harbour`;
    return [image({ ...shownImage, alt }), paragraph(sentence.repeat(3))].join('\n\n');
  }).join('\n\n');
}
