# Shared by the commands of this folder. Node 24 comes as a package, so any Node from 20 on can start.

fail() {
  echo "$1" >&2
  exit 1
}

command -v npm >/dev/null 2>&1 || fail "Summa needs Node.js 20 or newer with npm: https://nodejs.org"

install_packages() {
  if [ ! -f node_modules/.installed ] || ! cmp -s package-lock.json node_modules/.installed; then
    echo "Installing packages (once)…" >&2
    # With NODE_ENV=production npm would leave out, and remove, what the build needs.
    # Not `npm ci`: it refuses a lockfile without the binaries of other systems (ADR-006).
    npm install --no-save --include=dev --no-audit --no-fund --loglevel=error >&2 || fail "npm install failed: is the package registry reachable?"
    cp package-lock.json node_modules/.installed
  fi
  NODE="$PWD/node_modules/.bin/node"
  "$NODE" --version >/dev/null 2>&1 || fail "The packaged Node 24 does not run here; delete node_modules and try again."
}

build_if_stale() {
  if [ ! -f build/.built ] || [ -n "$(find app public server.ts supervisor.ts vite.config.ts bundle-server.ts remix.config.js mikro-orm.config.ts package-lock.json -newer build/.built -print -quit)" ]; then
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
  # React is fast only in its production build; SUMMA_MODE names the real mode.
  export SUMMA_MODE="${SUMMA_MODE:-${NODE_ENV:-local}}"
  export NODE_ENV=production
  # Otherwise glibc keeps up to eight arenas per core, which grow while images are processed.
  export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
}

# V8 collects garbage in four threads beside the main one, on one core too, where they take four fifths of it (ADR-087).
cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 4)

# A signal must not open the inspector. Young objects get 16 MB: less would be collected more often.
node_flags="--disable-sigusr1 --max-semi-space-size=16 --v8-pool-size=$((cores < 4 ? cores : 4))"

# Runs a line of JavaScript with the build as `entry.module`; prints an error's message only.
run_build() {
  line="$1"
  shift
  exec "$NODE" $node_flags --input-type=module -e "const { entry } = await import('./build/server/index.js');
    try { $line } catch (error) { process.stderr.write(error.message + '\\n'); process.exit(1); }" -- "$@"
}

run_command() {
  install_packages
  use_build
  run_build "await entry.module.runCommand(process.argv.slice(1));" "$@"
}
