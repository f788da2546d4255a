/** In the place of `@wordpress/block-editor`, which Node.js cannot load: the name of its store. */
export const store = { name: 'core/block-editor' };
