# Shared by the commands of this folder: installs what is missing and builds what is stale.
# Node 24 comes as a package, so that any Node from 20 on is enough to begin with.

fail() {
  echo "$1" >&2
  exit 1
}

command -v npm >/dev/null 2>&1 || fail "Summa needs Node.js 20 or newer with npm: https://nodejs.org"

install_packages() {
  if [ ! -f node_modules/.installed ] || ! cmp -s package-lock.json node_modules/.installed; then
    echo "Installing packages (once)…" >&2
    # Not `npm ci`: it refuses a lockfile without the binaries of other systems (docs/decisions/006).
    npm install --no-save --no-audit --no-fund --loglevel=error >&2 || fail "npm install failed: is the package registry reachable?"
    cp package-lock.json node_modules/.installed
  fi
  NODE="$PWD/node_modules/.bin/node"
  "$NODE" --version >/dev/null 2>&1 || fail "The packaged Node 24 does not run here; delete node_modules and try again."
}

build_if_stale() {
  if [ ! -f build/.built ] || [ -n "$(find app public server.ts vite.config.ts remix.config.js mikro-orm.config.ts package-lock.json -newer build/.built -print -quit)" ]; then
    echo "Building…" >&2
    NODE_ENV=production "$NODE" node_modules/@remix-run/dev/dist/cli.js vite:build >build.log 2>&1 || {
      cat build.log >&2
      fail "The build failed."
    }
    rm -f build.log
    touch build/.built
  fi
}

use_build() {
  build_if_stale
  # React is fast only in its production build; whether this is a production site is SUMMA_MODE's business.
  export SUMMA_MODE="${SUMMA_MODE:-${NODE_ENV:-local}}"
  export NODE_ENV=production
}

# Runs a line of JavaScript that knows the build as `entry.module`, with further words as its arguments.
run_build() {
  line="$1"
  shift
  exec "$NODE" --input-type=module -e "const { entry } = await import('./build/server/index.js'); $line" -- "$@"
}

# Runs a command of app/boot/command.server.ts.
run_command() {
  install_packages
  use_build
  run_build "await entry.module.runCommand(process.argv.slice(1));" "$@"
}
