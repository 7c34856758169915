# Varnish 7.1 in front of Summa, with varnish-modules (xkey, var). docs/operations.md says how to start it, and
# docs/decisions/082-shared-caches.md why it does what it does. Give the site CDN_PURGE_URL and TRUST_PROXY.
vcl 4.1;

import cookie;
import std;
import var;
import xkey;

# The site, or the balancer in front of several hosts.
backend site {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 1s;
    .first_byte_timeout = 120s;
    .between_bytes_timeout = 60s;
    .probe = {
        .url = "/readyz";
        .interval = 1s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# Who may purge: the hosts of the site.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.restarts == 0) {
        # Only this file sets these.
        unset req.http.X-Edge-Shared;
        unset req.http.X-Edge-Fresh;
        unset req.http.X-Edge-Stale;
    }
    if (req.method == "PURGE") {
        # A request through another proxy has its address first, and the proxy may be on a permitted host.
        if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
            return (synth(405, "Method Not Allowed"));
        }
        var.global_set("purged", std.time2real(now, 0.0));
        if (req.http.X-Purge-Hard) {
            xkey.purge(req.http.X-Purge-Hard);
        }
        if (req.http.X-Purge-Soft) {
            xkey.softpurge(req.http.X-Purge-Soft);
        }
        return (synth(200, "Purged"));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # A session, a half-finished sign-in or a message for one person.
    if (req.http.Authorization || req.http.Cookie ~ "(?i)(summa|begun|flash)") {
        return (pass);
    }
    # The pages that the site keeps for all visitors (app/http/cache/page-cache.server.ts).
    if (req.url ~ "^/(map(?!/way(\?|$))(/(p/|t/)?[\w-]{1,220})?|discover|creators(/\w{1,30})?|content/\d{1,10}|subscriptions|help-center|community-guidelines|privacy-policy|terms-of-service)?(\?|$)"
        && req.url !~ "(?i)[?&](search|_data)=" && req.url !~ "%" && req.url ~ "^.{1,300}$") {
        if (req.restarts == 0) {
            call normalize_page;
        }
        set req.http.X-Edge-Shared = "page";
    } else if (req.url ~ "^/assets/[\w./-]+$" || req.url ~ "^/[\w-]+\.\w+$"
        || req.url ~ "^/media/[0-9a-f]{32}/\w+\.(avif|webp|jpg|png)$" || req.url ~ "^/map/drawing/[\w.-]+\.svg$") {
        call normalize_file;
        set req.http.X-Edge-Shared = "file";
    } else {
        return (pass);
    }
    if (req.http.X-Edge-Stale || !std.healthy(req.backend_hint)) {
        # stale-if-error
        set req.grace = 1d;
    } else if (req.http.X-Edge-Fresh || req.url ~ "^/media/") {
        # An old picture is sent only when the site is down: it may have been taken away.
        set req.grace = 0s;
    } else {
        # stale-while-revalidate
        set req.grace = 60s;
    }
    return (hash);
}

# Leaves of a request only what a page depends on, so that nothing of one visitor can get into the page of another:
# phone, Save-Data, theme, and whether a visit begins. The site decides by the same words (visitor.server.ts).
sub normalize_page {
    cookie.parse(req.http.Cookie);
    unset req.http.X-Edge-Theme;
    if (cookie.get("theme") == "ImRhcmsi" || cookie.get("theme") == "ImxpZ2h0Ig%3D%3D") {
        set req.http.X-Edge-Theme = "theme=" + cookie.get("theme");
    }
    # The splash: the first document of a visit, never for robots.
    if (cookie.isset("visit") || req.method != "GET" || req.http.Referer || req.http.Save-Data == "on"
        || req.http.Accept !~ "text/html" || !req.http.User-Agent
        || req.http.User-Agent ~ "(?i)bot|crawl|spider|slurp|scan|fetch|preview|monitor|lighthouse|headless|http|curl|wget|python|java/|go-|facebookexternal|^[^ /]+$") {
        set req.http.Cookie = "visit=1";
        if (req.http.X-Edge-Theme) {
            set req.http.Cookie = req.http.Cookie + "; " + req.http.X-Edge-Theme;
        }
    } else if (req.http.X-Edge-Theme) {
        set req.http.Cookie = req.http.X-Edge-Theme;
    } else {
        unset req.http.Cookie;
    }
    unset req.http.X-Edge-Theme;
    if (req.http.Sec-CH-UA-Mobile == "?1" || (!req.http.Sec-CH-UA-Mobile && req.http.User-Agent ~ "Mobi")) {
        set req.http.User-Agent = "Mozilla/5.0 (Android; Mobile; rv:140.0) Gecko/20100101 Firefox/140.0";
    } else {
        set req.http.User-Agent = "Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0";
    }
    if (req.http.Save-Data != "on") {
        unset req.http.Save-Data;
    }
    set req.http.Accept = "text/html";
    unset req.http.Accept-Language;
    unset req.http.Referer;
    unset req.http.Sec-CH-UA-Mobile;
    unset req.http.Range;
    # Browsers tell of a view themselves, by the Link header of an item's page.
    set req.http.Sec-Purpose = "prefetch";
    call normalize_encoding;
}

sub normalize_file {
    unset req.http.Cookie;
    call normalize_encoding;
}

# Varnish is started with http_gzip_support=off, because its own way would lose Brotli.
sub normalize_encoding {
    if (req.http.Accept-Encoding ~ "(^|[,\s])br(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
        set req.http.Accept-Encoding = "br";
    } else if (req.http.Accept-Encoding ~ "(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
}

# The site has one origin, and its pages do not depend on the Host header.
sub vcl_hash {
    hash_data(req.url);
    if (req.http.X-Edge-Shared == "page") {
        hash_data(req.http.Cookie);
        hash_data(req.http.Save-Data);
        hash_data(req.http.User-Agent);
    }
    return (lookup);
}

sub vcl_hit {
    # A stale copy from before the last purge may show what was changed: the visitor waits for a new one. A stale copy
    # from after it is only old, so it is sent at once while Varnish asks for a new one.
    if (obj.ttl <= 0s && !req.http.X-Edge-Fresh && !req.http.X-Edge-Stale && std.healthy(req.backend_hint)
        && std.real(obj.http.X-Edge-Asked, 0.0) <= std.real(var.global_get("purged"), 0.0)) {
        set req.http.X-Edge-Fresh = "1";
        return (restart);
    }
    return (deliver);
}

sub vcl_miss {
    if (req.http.X-Edge-Stale) {
        return (synth(503, "Service Unavailable"));
    }
    return (fetch);
}

sub vcl_backend_fetch {
    # Someone waits for a new copy of a page of which there is an old one.
    if (bereq.http.X-Edge-Fresh) {
        set bereq.first_byte_timeout = 2s;
    }
}

sub vcl_backend_response {
    if (bereq.uncacheable || !bereq.http.X-Edge-Shared) {
        return (deliver);
    }
    if (beresp.status >= 500 || beresp.status == 429) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        # Not remembered, so that it does not hide an old copy.
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    std.collect(beresp.http.Set-Cookie);
    # The cookie that ends the first page of a visit is the same for all. It is taken out of the copy, and vcl_deliver
    # gives it to everyone who gets this page.
    if (beresp.http.Set-Cookie == "visit=1; Path=/; HttpOnly; SameSite=Lax") {
        unset beresp.http.Set-Cookie;
        set beresp.http.X-Edge-Visit = "1";
    }
    set beresp.http.X-Edge-Asked = std.time2real(bereq.time, 0.0);
    if (beresp.status == 200 && !beresp.http.Set-Cookie && beresp.http.CDN-Cache-Control ~ "max-age=\d+") {
        set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*\bmax-age=(\d+).*$", "\1") + "s", 0s);
        set beresp.grace = 0s;
        if (beresp.http.CDN-Cache-Control ~ "stale-if-error=\d+") {
            set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*\bstale-if-error=(\d+).*$", "\1") + "s", 0s);
        }
        set beresp.http.xkey = beresp.http.Surrogate-Key;
    } else if (bereq.http.X-Edge-Shared == "file" && beresp.status == 200 && !beresp.http.Set-Cookie
        && beresp.http.Cache-Control ~ "^public, ") {
        # Files of the build, feeds, drawings: Varnish has read max-age or s-maxage.
        set beresp.grace = 1d;
    } else {
        # A page that changed while it was made, or one that was not found: ask again for the next visitor.
        set beresp.uncacheable = true;
        set beresp.ttl = 1s;
        # Afterwards it must not hide an old copy.
        set beresp.grace = 0s;
        set beresp.keep = 0s;
        if (beresp.http.X-Edge-Visit) {
            set beresp.http.Set-Cookie = "visit=1; Path=/; HttpOnly; SameSite=Lax";
            unset beresp.http.X-Edge-Visit;
        }
    }
    return (deliver);
}

sub vcl_deliver {
    # The site refuses or fails: an old copy is better.
    if (req.http.X-Edge-Shared && !req.http.X-Edge-Stale && (resp.status >= 500 || resp.status == 429)) {
        set req.http.X-Edge-Stale = "1";
        unset req.http.X-Edge-Fresh;
        return (restart);
    }
    if (resp.http.X-Edge-Visit) {
        set resp.http.Set-Cookie = "visit=1; Path=/; HttpOnly; SameSite=Lax";
    }
    if (obj.hits > 0) {
        set resp.http.Cache-Status = "varnish; hit";
    } else {
        set resp.http.Cache-Status = "varnish; fwd=miss";
    }
    unset resp.http.X-Edge-Visit;
    unset resp.http.X-Edge-Asked;
    unset resp.http.CDN-Cache-Control;
    unset resp.http.Surrogate-Key;
    unset resp.http.xkey;
    # Cache-Status says whether the copy was kept; these two take 50 bytes of every answer.
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    return (deliver);
}

sub vcl_synth {
    set resp.http.Cache-Control = "private, no-store";
    if (resp.status == 503) {
        set resp.http.Retry-After = "5";
        set resp.http.Refresh = "5";
        set resp.http.Content-Type = "text/html; charset=utf-8";
        synthetic({"<!DOCTYPE html><html lang="en"><title>One moment, please</title><h1>One moment, please</h1><p>Summa cannot answer right now. This page tries again by itself.</p></html>
"});
        return (deliver);
    }
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    synthetic(resp.reason + {"
"});
    return (deliver);
}
