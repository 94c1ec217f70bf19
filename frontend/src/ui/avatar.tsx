import { classNames } from '../lib/class-names';

interface AvatarProps {
  name: string;
  url?: string | null | undefined;
  size?: number;
  className?: string;
}

/** A user's picture, or the first letter of the name. The name is shown beside it, so screen readers skip it. */
export function Avatar({ name, url, size = 32, className }: AvatarProps) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.44) };
  if (url !== null && url !== undefined) {
    return (
      <img
        src={url}
        alt=""
        width={size}
        height={size}
        className={classNames('shrink-0 rounded-full object-cover', className)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      style={style}
      className={classNames(
        'inline-grid shrink-0 select-none place-items-center rounded-full bg-accent-soft font-medium text-accent-text leading-none',
        className,
      )}
    >
      {Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '·'}
    </span>
  );
}
