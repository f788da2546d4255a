import { expect, it } from 'vitest';
import { imageName } from '../../../../plugin/src/common/url-file-name.ts';

it.each([
  ['https://example.com/uploads/2026/11/boat-300x200.jpg?w=9', 'boat.jpg'],
  ['/uploads/my%20boat-scaled.jpg', 'my boat.jpg'],
  ['boat.jpg', 'boat.jpg'],
  ['data:image/png;base64,iVBORw0KGgo=', ''],
])('names %s as %s', (url, name) => {
  expect(imageName(url)).toBe(name);
});
