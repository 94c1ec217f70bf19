#!/usr/bin/env bash
set -euo pipefail

# Packs the drafts of folder N0 and keeps the last seven archives.
readonly source="${1:?usage: pack.sh FOLDER}"
target="backup-N0-$(date +%F).tar.gz"

if [[ ! -d "$source" ]]; then
  echo "no such folder: $source" >&2
  exit 1
fi
tar -czf "$target" --exclude='*.tmp' "$source"
for old in $(ls -1t backup-N0-*.tar.gz | tail -n +8); do
  rm -- "$old" && printf 'removed %s\n' "$old"
done
