// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { isAddressOf } from '../../../../../plugin/src/editor/post/attachments.ts';

const file = '2026/11/my boat.jpg';

it.each([
  'https://example.com/wp-content/uploads/2026/11/my%20boat.jpg',
  'https://cdn.example.com/2026/11/my boat-640x480.jpg?w=9#x',
  '/uploads/2026/11/my%20boat-scaled.jpg',
  '/uploads/2026/11/my%20boat-e1700000000000-640x480.jpg',
])('%s is an address of the attachment', (url) => {
  expect(isAddressOf({ file }, url)).toBe(true);
});

it.each([
  '/uploads/2026/10/my%20boat.jpg',
  '/uploads/2026/11/not my boat.jpg',
  '/uploads/2026/11/my%20boat.png',
  '/uploads/2026/11/%',
  '',
])('%s is not', (url) => {
  expect(isAddressOf({ file }, url)).toBe(false);
});

it('knows no address of an attachment without a file', () => {
  expect(isAddressOf({ file: '' }, '/uploads/')).toBe(false);
});

it('knows the files of an attachment that was scaled down', () => {
  expect(isAddressOf({ file: '2026/11/b-scaled.jpg' }, '/u/2026/11/b-300x200.jpg')).toBe(true);
});
