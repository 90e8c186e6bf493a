#!/bin/bash
# Copies the primary when the data directory is empty, then follows it. Delete the volume to copy it again.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  mkdir -p "$PGDATA"
  chmod 0700 "$PGDATA"
  # -R writes standby.signal and the connection to the primary. No replication slot: a replica that is away must not fill the
  # disk of the primary. One that was away for longer than wal_keep_size is copied again.
  pg_basebackup --host="$PRIMARY_HOST" --port="${PRIMARY_PORT:-5432}" --username=replicator --pgdata="$PGDATA" \
    --wal-method=stream --checkpoint=fast -R
fi
exec "$@"
