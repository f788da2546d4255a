import { useDispatch } from '@wordpress/data';
import type { EditorImage } from '../post/editor-image.ts';
import { store } from '../store/index.ts';
import { isGenerated, type Suggestion } from '../store/requests.ts';

/** What can be done with the text under review: a suggestion, or one that is written already. */
export function useReviewActions({ target }: EditorImage, suggestion: Suggestion | null) {
  const { applySuggestion, dismissSuggestion, editAltText, markChecked } = useDispatch(store);
  return {
    accept() {
      void (suggestion ? applySuggestion(target, suggestion.text.trim()) : markChecked(target));
    },
    startEditing() {
      if (!suggestion) {
        void editAltText(target);
      }
    },
    /** What was typed into a suggestion stays; the text that is written already is as it was. */
    endEditing() {
      if (suggestion && !isGenerated(suggestion)) {
        void dismissSuggestion(target);
      }
    },
  };
}
