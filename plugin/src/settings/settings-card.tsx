import { Card, CardBody, CardHeader } from '@wordpress/components';
import type { ReactNode } from 'react';

export function SettingsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHeader>
        <h2 className="altscribe-card-title">{title}</h2>
      </CardHeader>
      <CardBody className="altscribe-card-body">{children}</CardBody>
    </Card>
  );
}
