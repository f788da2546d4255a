// @vitest-environment jsdom
import { registerBlockBindingsSource, unregisterBlockBindingsSource } from '@wordpress/blocks';
import { expect, it, onTestFinished } from 'vitest';
import { listImages } from '../../../../../plugin/src/editor/post/images.ts';
import { editorStore, imageBlock, openEditor } from '../open-editor.ts';

interface Given {
  bindings: Record<string, unknown>;
  context: { postId?: number; postType?: string };
}

it.each([
  ['post', 'post 5'],
  ['wp_template', 'wp_template 5'],
  ['wp_block', 'none'],
  ['wp_navigation', 'none'],
  ['wp_template_part', 'none'],
])('a bound text in a %s gets the context: %s', (type, expected) => {
  registerBlockBindingsSource({
    name: 'test/context',
    label: 'Context',
    getValues: ({ bindings, context: { postType, postId } }: Given) =>
      Object.fromEntries(
        Object.keys(bindings).map((name) => [
          name,
          postType ? `${postType} ${String(postId)}` : 'none',
        ]),
      ),
  });
  onTestFinished(() => {
    unregisterBlockBindingsSource('test/context');
  });
  const registry = openEditor({
    a: imageBlock(1, '', { metadata: { bindings: { alt: { source: 'test/context' } } } }),
  });
  void registry.dispatch(editorStore).setEditedPost(type, 5 as never);
  expect(listImages(registry).map(({ alt }) => alt)).toEqual([expected]);
});
