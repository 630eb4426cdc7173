import crawlercommons.robots.SimpleRobotRulesParser;
import crawlercommons.sitemaps.*;
import java.io.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;

/**
 * Runs crawler-commons. Without arguments, each input line is a robots.txt in base64, an agent and a URL, separated by tabs;
 * the output is true or false per line. With sitemap files as arguments, prints a line of URLs per file, separated by blanks.
 * The line is empty if the file cannot be read.
 */
public class Judge {
  public static void main(String[] files) throws Exception {
    for (String file : files) System.out.println(urls(Path.of(file)));
    if (files.length > 0) return;
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    StringBuilder out = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] part = line.split("\t", -1);
      Set<String> agents = part[1].equals("*") ? Set.of() : Set.of(part[1].toLowerCase(Locale.ROOT));
      byte[] file = Base64.getDecoder().decode(part[0]);
      var rules = new SimpleRobotRulesParser().parseContent("http://x/robots.txt", file, "text/plain", agents);
      out.append(rules.isAllowed(part[2])).append('\n');
    }
    System.out.print(out);
  }

  static String urls(Path file) throws Exception {
    StringJoiner found = new StringJoiner(" ");
    try {
      var url = URI.create("http://www.example.com/" + file.getFileName()).toURL();
      SiteMapParser parser = new SiteMapParser(false, true);
      parser.enableExtensions();
      AbstractSiteMap map = parser.parseSiteMap(Files.readAllBytes(file), url);
      if (map instanceof SiteMapIndex index) index.getSitemaps().forEach((it) -> found.add(it.getUrl().toString()));
      else ((SiteMap) map).getSiteMapUrls().forEach((it) -> found.add(it.getUrl().toString()));
    } catch (UnknownFormatException none) {
      return "";
    }
    return found.toString();
  }
}
