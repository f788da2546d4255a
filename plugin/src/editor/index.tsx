import { start } from './main.tsx';

start(
  () => import('./panel/panel.tsx'),
  () => import('./review/review.tsx'),
  () => import('./toolbar/block-menu.tsx'),
);
