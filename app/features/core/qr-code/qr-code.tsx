import type { Qr } from './qr.ts';

interface QrCodeProps {
  qr: Qr;
  /** In CSS pixels. */
  width: number;
  label: string;
  className?: string;
}

/** Black on white in both themes, because many readers recognize nothing else. */
export function QrCode({ qr: { side, path }, width, label, className }: QrCodeProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${side} ${side}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
      <path stroke="#000" d={path} />
    </svg>
  );
}
