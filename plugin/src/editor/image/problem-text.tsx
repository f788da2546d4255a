import { Button, ExternalLink } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { editorBootData } from '../../common/boot-data.ts';
import { problemMessage, remedyFor } from '../../common/messages.ts';
import type { Problem } from '../../common/problem.ts';
import { canManage } from '../hooks.ts';

interface Props {
  problem: Problem;
  onRetry: () => void;
}

/** What is wrong, followed by the one thing this user can do about it. */
export function ProblemText({ problem, onRetry }: Props) {
  const remedy = remedyFor(problem, canManage);
  return (
    <>
      {problemMessage(problem, canManage)}{' '}
      {remedy === 'settings' && (
        <ExternalLink href={editorBootData.settingsUrl ?? ''}>
          {__('Open settings', 'altscribe')}
        </ExternalLink>
      )}
      {(remedy === 'retry' || remedy === 'check_credits') && (
        <Button variant="link" onClick={onRetry}>
          {remedy === 'retry' ? __('Try again', 'altscribe') : __('Check again', 'altscribe')}
        </Button>
      )}
    </>
  );
}
